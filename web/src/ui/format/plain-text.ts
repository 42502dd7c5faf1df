/** Folds case and accents, so that 'osterreich' finds 'Österreich'. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase().trim();
