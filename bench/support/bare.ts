import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The least a server can do for the same answer: a bare node:http that runs the recorded statements and sends
 * the recorded bytes. RECORDING is a file of what Cusp ran and sent, by path.
 */
export interface Recording {
  [path: string]: { statements: { sql: string; parameters: unknown[] }[]; body: string };
}

const recording: Recording = JSON.parse(readFileSync(String(process.env.RECORDING), 'utf8'));
const pool = new pg.Pool({ connectionString: String(process.env.DATABASE_URL), max: 20 });

createServer(async (request, reply) => {
  const found = recording[request.url ?? ''];
  if (found) for (const { sql, parameters } of found.statements) await pool.query(sql, parameters);
  const body = found?.body ?? '{}';
  reply.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  reply.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
