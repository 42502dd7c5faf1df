import type { PlyProperty } from './ply-header.ts';
import type { PlySource } from './ply-source.ts';

/** Reads a row into `row`, one element per property; lists are skipped. */
export function readRow(source: PlySource, properties: PlyProperty[], row: Float64Array): void {
  for (let p = 0; p < properties.length; p++) readProperty(source, properties[p] as PlyProperty, row, p);
}

export function readProperty(
  source: PlySource,
  property: PlyProperty,
  row: Float64Array,
  slot: number,
): void {
  if (property.lengthType === undefined) row[slot] = source.next(property.type);
  else source.skip(property.type, source.next(property.lengthType));
}

export const isList = (property: PlyProperty): boolean => property.lengthType !== undefined;
