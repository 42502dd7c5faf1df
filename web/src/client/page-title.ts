import { useEffect, useRef } from 'react';
import { brand } from '../brand/app-info.ts';

interface Entry {
  text: string;
}

/** The titles of the parts on the page, in the order they appeared: a list, then the case that was opened beside it. */
const entries: Entry[] = [];

let unread = 0;

function show(): void {
  const text = entries.findLast((entry) => entry.text !== '')?.text;
  const title = [text, brand().app_name].filter(Boolean).join(' – ');
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}

/**
 * Begins the title of the tab with a number while the component is mounted: `(3) Cases – app name`. 0 shows no number.
 */
export function useUnreadInTitle(count: number): void {
  useEffect(() => {
    unread = count;
    show();
    return () => {
      unread = 0;
      show();
    };
  }, [count]);
}

/**
 * Sets the title of the browser tab while the component is mounted: `text – app name`. '' leaves the previous title.
 */
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
