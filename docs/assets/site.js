// Lets the keyboard scroll the tables that are wider than the page. The theme has put them into wrappers by now.
window.addEventListener("load", () => {
  for (const wrapper of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrapper.scrollWidth > wrapper.clientWidth) wrapper.tabIndex = 0;
  }
});

// An anchor before a link to the same anchor of another page has moved there (reference.html#check_action): go on.
function followMovedAnchor() {
  const anchor = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let next = anchor?.matches("td > a[id]:not([href])") ? anchor.nextElementSibling : null;
  while (next && !next.matches("a[href]")) next = next.nextElementSibling;
  if (next && next.pathname !== location.pathname) location.replace(next.href);
}
window.addEventListener("load", followMovedAnchor);
window.addEventListener("hashchange", followMovedAnchor);
