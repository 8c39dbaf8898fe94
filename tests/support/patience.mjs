/**
 * How long, in milliseconds, is waited for what must come: however slow or busy a machine is, only what never
 * comes takes so long.
 */
export const PATIENCE = 3 * 60 * 1000;
