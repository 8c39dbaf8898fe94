/** The version of this package. */
export const version: string = PACKAGE_VERSION;
