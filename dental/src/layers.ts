/**
 * Work that is made separately for the same teeth, and worn or used at different times. Units of one layer can be joined
 * to each other; the codes are those of the wire.
 */
export const LAYERS = ['final', 'provisional', 'wax_up'] as const;
export type Layer = (typeof LAYERS)[number];

/** The layer of a type. Unknown types and the words of foreign orders are final work. */
export const layerOf = (type: string): Layer =>
  type === 'provisional' || type === 'wax_up' ? type : 'final';
