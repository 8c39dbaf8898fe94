// The styles of the editors, put into their sheet rule by rule. The library writes them as the text of an element,
// which the page's content security policy forbids: that text could come from anywhere.

import { StyleModule } from "style-mod";

/** Empty, as the policy knows it. It comes before the page's own styles, which have the last word. */
const element = document.createElement("style");
document.head.prepend(element);

/** What looks to the library like a root with sheets of its own, where it adds rules one by one. */
const root = {
  adoptedStyleSheets: [],
  ownerDocument: { defaultView: { CSSStyleSheet: function sheet() { return element.sheet; } } },
};
const { mount } = StyleModule;
StyleModule.mount = (_, modules) => mount(root, modules);
