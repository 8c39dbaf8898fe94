/**
 * How long, in milliseconds, is waited for what must come: however slow or busy a machine is, only what never
 * comes takes so long.
 */
export const PATIENCE = 10 * 60 * 1000;
