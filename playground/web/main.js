// The page's own scripts. They run before the program, which finds the element of the editor defined.

import "./failure.js";
import "./editor/json-editor.js";
