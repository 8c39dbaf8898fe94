// The page's own scripts. They run before the program, which finds its elements and the keeper defined.

import "./failure.js";
import "./own-scripts.js";
import "./keeper/keeper.js";
import "./going.js";
import "./look.js";
import "./pane-divider.js";
import "./printing.js";
import "./embed/embed.js";
import "./editor/json-editor.js";
import "./form/client-name.js";
import "./form/profile-form.js";
import "./dialogs/opening.js";
import "./views/card-view.js";
import "./offline/register.js";
