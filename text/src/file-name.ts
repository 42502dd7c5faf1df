import { withoutUnprintable } from './unseen.ts';

/** The name under which a file is stored: NFC, without path and invisible characters; '' if nothing is left. */
export const storedFilename = (sent: string): string =>
  withoutUnprintable(sent.toWellFormed())
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    ?.trim()
    .replace(/[. ]+$/, '') ?? '';
