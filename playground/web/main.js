// The page's own scripts. They run before the program, which finds its elements and the keeper defined.

import "./failure.js";
import "./keeper/keeper.js";
import "./look.js";
import "./editor/json-editor.js";
import "./views/card-view.js";
