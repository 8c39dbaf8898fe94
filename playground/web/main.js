// The page's own scripts. They run before the program, which finds the element of the editor and the keeper defined.

import "./failure.js";
import "./keeper/keeper.js";
import "./editor/json-editor.js";
