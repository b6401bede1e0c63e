"""Writes archives of every kind that ishi opens, also such as no packer would write.

A member is a pair of a name in bytes and its content; the same name may come twice.
"""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zlib
from collections.abc import Iterable

Members = Iterable[tuple[bytes, bytes]]


def zipped(members: Members) -> bytes:
    """Returns a zip archive (APPNOTE.TXT 6.3): deflated members, names in any bytes."""
    body, directory, count = bytearray(), bytearray(), 0
    for name, content in members:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(content) + packer.flush()
        # Version 2.0, bit 11 for names in UTF-8, deflate, noon of 17 March 1990.
        flags = 0x800 if is_utf8(name) else 0
        common = struct.pack(
            "<HHHHHIIIHH", 20, flags, 8, 12 << 11, 10 << 9 | 3 << 5 | 17,
            zlib.crc32(content), len(packed), len(content), len(name), 0,
        )
        directory += b"PK\x01\x02\x14\x00" + common + struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name
        body += b"PK\x03\x04" + common + name + packed
        count += 1
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(body), 0)
    return bytes(body + directory) + b"PK\x05\x06" + end


def is_utf8(name: bytes) -> bool:
    """Returns whether a name is UTF-8."""
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


def tarred(members: Members, links: Iterable[tuple[bytes, bytes]] = ()) -> bytes:
    """Returns a tar archive of GNU; `links` are hard links: a name and what it is another name of."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, content in members:
            entry = _entry(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        for name, target in links:
            entry = _entry(name)
            entry.type, entry.linkname = tarfile.LNKTYPE, target.decode("utf-8", "surrogateescape")
            archive.addfile(entry)
    return out.getvalue()


def _entry(name: bytes) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name.decode("utf-8", "surrogateescape"))
    entry.mtime = 637_675_200
    return entry


def gzipped(content: bytes) -> bytes:
    """Returns what gzip makes of a file."""
    return gzip.compress(content, mtime=637_675_200)


def lha(members: Members, method: bytes = b"-lh1-") -> bytes:
    """Returns an LHA archive with headers of level 0, as on disks of 1990: stored (`-lh0-`) or packed (`-lh1-`)."""
    out = bytearray()
    for name, content in members:
        packed = Lh1().pack(content) if method == b"-lh1-" else content
        # Noon of 17 March 1990 as MS-DOS writes it, a file to be archived, level 0.
        rest = method + struct.pack("<IIHHBB", len(packed), len(content), 12 << 11, 10 << 9 | 3 << 5 | 17, 0x20, 0)
        rest += bytes([len(name)]) + name + struct.pack("<H", _crc16(content))
        out += bytes([len(rest), sum(rest) & 0xFF]) + rest + packed
    return bytes(out) + b"\0"


def _crc16(content: bytes) -> int:
    crc = 0
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1
    return crc


class Lh1:
    """The packer of `-lh1-`: a window of 4,096 bytes; characters and lengths in an adaptive Huffman code, the upper six
    bits of distances in a fixed one."""

    CODES = 256 - 3 + 61
    NODES = 2 * CODES - 1
    ROOT = NODES - 1
    # How many codes of the distances have how many bits.
    LENGTHS = ((1, 3), (3, 4), (8, 5), (12, 6), (24, 7), (16, 8))

    def __init__(self) -> None:
        self.bits: list[str] = []
        self.distances: list[str] = []
        code, length = 0, 0
        for count, bits in self.LENGTHS:
            for _ in range(count):
                code <<= bits - length
                length = bits
                self.distances.append(f"{code:0{bits}b}")
                code += 1
        # Nodes in the order of their frequencies; the parent of a code is found behind the nodes.
        self.frequency = [1] * self.CODES + [0] * (self.NODES - self.CODES) + [0xFFFF]
        self.son = [self.NODES + code for code in range(self.CODES)] + [0] * (self.NODES - self.CODES)
        self.parent = [0] * self.NODES + list(range(self.CODES))
        for node in range(self.CODES, self.NODES):
            first = 2 * (node - self.CODES)
            self.frequency[node] = self.frequency[first] + self.frequency[first + 1]
            self.son[node] = first
            self.parent[first] = self.parent[first + 1] = node
        self.parent[self.ROOT] = 0

    def pack(self, content: bytes) -> bytes:
        """Returns the packed content."""
        at, seen = 0, {}
        while at < len(content):
            length, distance = self._match(content, at, seen)
            if length < 3:
                length = 1
                self._code(content[at])
            else:
                self._code(256 - 3 + length)
                self.bits.append(self.distances[(distance - 1) >> 6] + f"{distance - 1 & 63:06b}")
            for place in range(at, at + length):
                seen[content[place : place + 3]] = place
            at += length
        bits = "".join(self.bits)
        bits += "0" * (-len(bits) % 8)
        return bytes(int(bits[start : start + 8], 2) for start in range(0, len(bits), 8))

    @staticmethod
    def _match(content: bytes, at: int, seen: dict[bytes, int]) -> tuple[int, int]:
        start = seen.get(content[at : at + 3])
        if start is None or at - start > 4000:
            return 0, 0
        length = 0
        while length < 60 and at + length < len(content) and content[start + length] == content[at + length]:
            length += 1
        return length, at - start

    def _code(self, code: int) -> None:
        node, bits = self.parent[self.NODES + code], ""
        while node != self.ROOT:
            bits += str(node & 1)
            node = self.parent[node]
        self.bits.append(bits[::-1])
        if self.frequency[self.ROOT] == 0x8000:
            self._rebuild()
        self._count(code)

    def _count(self, code: int) -> None:
        node = self.parent[self.NODES + code]
        while True:
            self.frequency[node] += 1
            count, other = self.frequency[node], node + 1
            if count > self.frequency[other]:
                while count > self.frequency[other + 1]:
                    other += 1
                self.frequency[node], self.frequency[other] = self.frequency[other], count
                mine, theirs = self.son[node], self.son[other]
                self.son[node], self.son[other] = theirs, mine
                self._adopt(mine, other)
                self._adopt(theirs, node)
                node = other
            if node == self.ROOT:
                return
            node = self.parent[node]

    def _adopt(self, son: int, node: int) -> None:
        self.parent[son] = node
        if son < self.NODES:
            self.parent[son + 1] = node

    def _rebuild(self) -> None:
        leaves = [
            ((self.frequency[node] + 1) // 2, self.son[node])
            for node in range(self.NODES)
            if self.son[node] >= self.NODES
        ]
        nodes = list(leaves)
        first = 0
        for node in range(self.CODES, self.NODES):
            count = nodes[first][0] + nodes[first + 1][0]
            at = node
            while count < nodes[at - 1][0]:
                at -= 1
            nodes.insert(at, (count, first))
            first += 2
        for node, (count, son) in enumerate(nodes):
            self.frequency[node], self.son[node] = count, son
            self._adopt(son, node)
