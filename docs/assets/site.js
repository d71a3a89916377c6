// Lets the keyboard scroll the tables that are wider than the page. The theme has put them into wrappers by now.
window.addEventListener("load", () => {
  for (const wrapper of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (wrapper.scrollWidth > wrapper.clientWidth) wrapper.tabIndex = 0;
  }
});
