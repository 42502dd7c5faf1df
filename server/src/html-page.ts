import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { API_BASE } from '@cusp/contract/endpoint';
import { canonicalPage, isPage, PAGES, SHARE_TARGET } from '@cusp/contract/pages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAINT_TEXTS } from './first-paint.ts';
import type { PagePaint } from './first-paint-parts.ts';
import { CANVAS, createTemplate, paint } from './html-page-template.ts';
import { appInfoOf } from './modules/app-info/app-info.present.ts';
import { sessionCookieOf } from './modules/identity/session-cookie.ts';
import { SKINS } from './platform/brand/brands.ts';
import { ORIGINAL_HOST_COOKIE } from './platform/brand/site.ts';
import { preferenceOf } from './platform/http/preference-cookie.ts';
import { WASM_WORKER_POLICY } from './platform/http/security-headers.ts';
import { languageOf } from './platform/http/visitor.ts';
import type { Services } from './platform/services.ts';
import { loadTexts } from './platform/texts/load-texts.ts';
import { BUILD } from './version.ts';
import { webManifest } from './web-manifest.ts';

const DAY_S = 86_400;
const SESSIONS = ['customer', 'staff', 'support'] as const;
const WASM_WORKER = /\/light-copy\.worker-[\w-]+\.js(\.br|\.gz)?$/;
/** Paths below these belong to the server; unknown ones are not pages. */
const SERVERS_OWN = [API_BASE, '/dev', '/assets', '/brands'];

/** Pages that search engines must not list. */
const UNLISTED = new Set<string>([PAGES.shareCase, `${PAGES.shareCase}/`]);

/** Pages of the social sign-in's pop-up. */
const ANSWERS_OPENER = new Set<string>([PAGES.signupSocial, PAGES.socialResponse]);

/** Serves the built web application: its files, and the page for every path that the server does not own. */
export async function registerPage(app: FastifyInstance, { config }: Services): Promise<void> {
  const { webDir } = config;
  if (!webDir || !existsSync(webDir)) return;
  const template = createTemplate(webDir);
  const texts = await loadTexts(...PAINT_TEXTS);

  // File names contain a hash of the content.
  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    preCompressed: true,
    maxAge: 365 * DAY_S * 1000,
    index: false,
    setHeaders: (reply, path) => {
      if (WASM_WORKER.test(path)) reply.header('content-security-policy', WASM_WORKER_POLICY);
    },
  });
  if (existsSync(join(webDir, 'brands'))) {
    await app.register(fastifyStatic, {
      root: join(webDir, 'brands'),
      prefix: '/brands/',
      decorateReply: false,
      maxAge: DAY_S * 1000,
      index: false,
      // Webmail shows the logo on another site's page.
      setHeaders: (reply) => reply.header('cross-origin-resource-policy', 'cross-origin'),
    });
  }

  app.get('/manifest.webmanifest', async (request, reply) => {
    const { info, language, scheme } = paintOf(request, reply);
    const manifest = await webManifest(info, language, CANVAS[scheme ?? 'light']);
    return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifest);
  });

  // Browsers ask for it again after each navigation, so that a new version applies soon.
  app.get('/service-worker.js', async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(await readFile(join(webDir, 'service-worker.js'))),
  );

  // Reached only if the browser has removed the service worker permanently. The files are not read.
  await app.register(async (share) => {
    share.removeAllContentTypeParsers();
    share.addContentTypeParser('*', (_request, _body, done) => done(null));
    share.post(SHARE_TARGET, (_, reply) =>
      reply.header('connection', 'close').redirect(`${PAGES.newCase}?shared=lost`, 303),
    );
  });

  app.get('/*', { config: { hasStyles: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isDesign = !config.production && path === PAGES.devDesign;
    if (!isDesign && SERVERS_OWN.some((own) => path === own || path.startsWith(`${own}/`)))
      return reply.callNotFound();
    const canonical = isPage(path) ? null : canonicalPage(path);
    if (canonical) return reply.redirect(canonical + request.url.slice(path.length), 302);
    // The pop-up of a social sign-in returns from a page of the provider and needs its opener.
    if (ANSWERS_OPENER.has(path)) reply.header('cross-origin-opener-policy', 'unsafe-none');
    if (UNLISTED.has(path)) reply.header('x-robots-tag', 'noindex, nofollow');
    const html = paint(await template(), paintOf(request, reply), texts);
    return reply
      .status(isPage(path) ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  });

  // The colours of all skins for the design page, which shows each of them.
  if (!config.production)
    app.get('/dev/skins.json', async () =>
      SKINS.map((skin) => ({
        key: skin.key,
        name: skin.name,
        colours: {
          '--brand': skin.main_color,
          '--brand-hover': skin.main_color_hover,
          '--brand-focus': skin.main_color_focus,
          '--brand-dark': skin.main_color_dark,
        },
      })),
    );

  const paintOf = (request: FastifyRequest, reply: FastifyReply): PagePaint => {
    const { host, cookies } = request;
    const scheme = preferenceOf(request, 'cusp_scheme');
    const [path = '', query = ''] = request.url.split('?');
    return {
      info: appInfoOf(config, { host, originalHost: cookies[ORIGINAL_HOST_COOKIE] }, BUILD),
      language: languageOf(request),
      scheme: scheme === 'light' || scheme === 'dark' ? scheme : null,
      nonce: reply.styleNonce,
      path: path.replace(/\/$/, ''),
      query,
      // A tab in which staff act for a customer uses another session.
      hasSession: !sessionCookieOf(request, 'support') && sessionCookieOf(request) !== null,
      hasWorker: request.headers['service-worker-navigation-preload'] !== undefined,
      isVisitor: SESSIONS.every((kind) => sessionCookieOf(request, kind) === null),
    };
  };
}
