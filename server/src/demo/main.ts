import { run } from '../run.ts';
import { makeDemo } from './make.ts';

// The server for trying Cusp out: with DEMO an empty database gets the demo practice first.
await run(async (config, urls, services) => (config.demo ? makeDemo(config, urls, services) : []));
