/** Key of the skin of every host that names no partner. */
export const DEFAULT_BRAND = 'cusp';
