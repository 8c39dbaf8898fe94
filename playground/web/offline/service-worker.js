// Keeps the files of the page in the browser, those of this version alone, so that it opens without a connection. Nothing
// else passes through here: a card that is fetched is fetched from where it is, and kept nowhere.

import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";

cleanupOutdatedCaches();
// The query says what is asked, not which page it is.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
