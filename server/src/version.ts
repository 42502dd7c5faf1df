import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the product, from the root package. */
export const VERSION: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version;

/** The version with the build's id behind it (`BUILD_ID`), as `ver` of the app info tells it. */
export const BUILD: string = `${VERSION}.${process.env.BUILD_ID || 'local'}`;
