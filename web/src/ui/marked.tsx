import { splitAtWords } from '@cusp/text/search-words';
import { Fragment, type ReactNode } from 'react';

/**
 * A text with the words of a search highlighted; `words` are folded, and empty outside of a search. Not a component, because
 * lists have hundreds of such texts, and a plain text is part of its element.
 */
export function marked(text: string, words: readonly string[]): ReactNode {
  if (words.length === 0) return text;
  return splitAtWords(text, words).map((part, at) =>
    // The parts of a text have no other key than their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>,
  );
}
