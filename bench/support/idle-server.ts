/** Responds at once to every request: what a request takes at least on this machine, at this moment. */
import { createServer } from 'node:http';

createServer((_request, reply) => reply.end()).listen(Number(process.env.PORT), '127.0.0.1');
