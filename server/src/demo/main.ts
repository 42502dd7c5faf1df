import { run } from '../run.ts';
import { makeDemo } from './make.ts';

// The server for trying Cusp out: with DEMO, an empty database first gets the demo practice.
await run(async (config, urls, services) => (config.demo ? makeDemo(config, urls, services) : []));
