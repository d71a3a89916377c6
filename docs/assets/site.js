// Lets the keyboard scroll the tables that are wider than the page. The theme has put them into wrappers by now.
window.addEventListener("load", () => {
  for (const wrapper of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrapper.scrollWidth > wrapper.clientWidth) wrapper.tabIndex = 0;
  }
});

// An anchor before a link to the same anchor of another page has moved there (reference.html#check_action): go on.
function followMovedAnchor() {
  const anchor = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const row = anchor?.matches("td > a[id]:not([href])") ? anchor.parentElement : null;
  const moved = row?.querySelector("a[href]");
  if (moved && moved.pathname !== location.pathname) location.replace(moved.href);
}
window.addEventListener("load", followMovedAnchor);
window.addEventListener("hashchange", followMovedAnchor);
