import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_BASE } from '@cusp/contract/endpoint';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi.ts';

const DOCS = `${API_BASE}/docs`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cusp API</title>
<link rel="stylesheet" href="${DOCS}/assets/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${DOCS}/assets/swagger-ui-bundle.js"></script>
<script src="${DOCS}/start.js"></script>
</body>
</html>`;

const START = `SwaggerUIBundle({ url: '${API_BASE}/openapi.json', dom_id: '#reference', deepLinking: true });`;

/** The API reference, as an OpenAPI document and as a page. */
export async function registerReferenceRoutes(app: FastifyInstance, version: string): Promise<void> {
  // Made at the first request, because it takes longer than the rest of a start.
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get(`${API_BASE}/openapi.json`, async () => {
    document ??= openApiDocument(version);
    return document;
  });
  await app.register(fastifyStatic, {
    // Not `absolutePath()` of the package, whose import runs the whole page for 0.2 s.
    root: dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'))),
    prefix: `${DOCS}/assets/`,
    decorateReply: false,
    index: false,
    allowedPath: (path) => /\/swagger-ui(-bundle)?\.(js|css)$/.test(path),
  });
  for (const url of [DOCS, `${DOCS}/`]) {
    app.get(url, (_request, reply) => reply.type('text/html').send(PAGE));
  }
  app.get(`${DOCS}/start.js`, (_request, reply) => reply.type('text/javascript').send(START));
}
