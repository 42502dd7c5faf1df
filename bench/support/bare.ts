import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

/**
 * The minimal server for the same reply: a bare node:http that runs the recorded statements and sends the recorded
 * bytes. RECORDING is a file of Cusp's statements and replies by path; with KEEP_PLANS the statements are sent by name,
 * so that each connection plans them once.
 */
export interface Recording {
  [path: string]: { statements: { sql: string; parameters: unknown[]; name?: string }[]; body: string };
}

const recording: Recording = JSON.parse(readFileSync(String(process.env.RECORDING), 'utf8'));
if (process.env.KEEP_PLANS) {
  const all = Object.values(recording).flatMap(({ statements }) => statements);
  for (const [at, statement] of all.entries()) statement.name = `kept_${at}`;
}
const pool = new pg.Pool({ connectionString: String(process.env.DATABASE_URL), max: 20 });

createServer(async (request, reply) => {
  const found = recording[request.url ?? ''];
  if (found)
    for (const { sql, parameters, name } of found.statements)
      await pool.query({ text: sql, values: parameters, ...(name ? { name } : {}) });
  const body = found?.body ?? '{}';
  reply.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  reply.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));
