import { useEffect, useRef } from 'react';
import { brand } from '../brand/app-info.ts';

interface Entry {
  text: string;
}

/** The titles of what is on the page, in the order it appeared: a list, then the case that was opened beside it. */
const entries: Entry[] = [];

function show(): void {
  const text = entries.findLast((entry) => entry.text !== '')?.text;
  document.title = [text, brand().app_name].filter(Boolean).join(' – ');
}

/** Names the browser tab while the component is mounted: `text – app name`. '' leaves it to what was there before. */
export function usePageTitle(text: string): void {
  const entry = useRef<Entry>({ text });
  useEffect(() => {
    const own = entry.current;
    entries.push(own);
    return () => {
      entries.splice(entries.indexOf(own), 1);
      show();
    };
  }, []);
  useEffect(() => {
    entry.current.text = text;
    show();
  }, [text]);
}
