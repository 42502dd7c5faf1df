/** The key of two people, in either order. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ');
