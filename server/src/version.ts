import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the product, from the root package. */
export const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version;

/** The version followed by the build's id (`BUILD_ID`), as sent in `ver` of the app info. */
export const BUILD: string = `${VERSION}.${process.env.BUILD_ID || 'local'}`;
