/** Responds immediately to every request: the minimum time of a request on this machine, at this moment. */
import { createServer } from 'node:http';

createServer((_request, reply) => reply.end()).listen(Number(process.env.PORT), '127.0.0.1');
