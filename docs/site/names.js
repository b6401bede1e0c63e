// The theme gives each block of code a menu without a name. Here they get names, because there are several on a page.
new MutationObserver(() => {
  document.querySelectorAll(".md-code__nav:not([aria-label])").forEach((menu) => {
    menu.setAttribute("aria-label", `Copy block ${menu.closest("pre").id.replace(/\D/g, "")}`);
  });
}).observe(document.documentElement, { childList: true, subtree: true });
