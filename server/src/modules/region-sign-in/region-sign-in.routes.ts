import { requestPasswordReset } from '@cusp/contract/accounts';
import { PAGES } from '@cusp/contract/pages';
import * as contract from '@cusp/contract/sign-in';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalFor } from '../../platform/http/error-handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isSecure } from '../../platform/http/secure-request.ts';
import { serve } from '../../platform/http/serve.ts';
import { setLanguageCookie, visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { inConstantTime } from '../identity/constant-time.ts';
import { requireOwnPage } from '../identity/same-site.ts';
import { browserOf, sendSession } from '../identity/send-session.ts';
import { arrive } from './arrive.ts';
import { logInAnywhere, registerPasswordCheck } from './password-elsewhere.ts';
import { registerResetRequests, requestResetAnywhere } from './reset-elsewhere.ts';

export async function registerRegionSignInRoutes(app: FastifyInstance, services: Services): Promise<void> {
  registerPasswordCheck(app, services);
  registerResetRequests(app, services);

  serve(app, contract.login, async ({ body, request, reply }) => {
    const outcome = await logInAnywhere(services, visitorOf(request), body, browserOf(request));
    return 'refresh' in outcome ? sendSession(services, request, reply, outcome) : outcome;
  });

  serve(app, requestPasswordReset, ({ body, request }) =>
    inConstantTime(requestResetAnywhere(services, visitorOf(request), body.email)),
  );

  // The browser navigates to it, so a refusal is a page too.
  await app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.setErrorHandler((error: FastifyError, request, reply) => {
      if (refusalFor(error).code === 'internal') request.log.error({ err: error }, 'request failed');
      return reply.redirect(PAGES.regionArrival, 303);
    });
    serve(pages, contract.postArrival, async ({ body, request, reply }) => {
      const { code, codeVerifier: verifier, next, language } = body;
      // Otherwise any site could sign its visitors in to an account of its own.
      if (app.otherRegionOrigins.includes(request.headers.origin ?? '')) {
        setArrivalCookie(request, reply, { code, verifier });
        if (language) setLanguageCookie(request, reply, language);
      }
      const query = next === '' ? '' : `?${new URLSearchParams({ next })}`;
      return reply.header('cache-control', 'no-store').redirect(PAGES.regionArrival + query, 303);
    });
  });
  serve(app, contract.completeArrival, async ({ request, reply }) => {
    requireOwnPage(request);
    const arrival = takeArrivalCookie(request, reply);
    if (!arrival) throw new Refusal('arrival_over');
    const outcome = await arrive(services, visitorOf(request), arrival, browserOf(request));
    return 'second_step' in outcome ? outcome : sendSession(services, request, reply, outcome);
  });
}

interface Arrival {
  code: string;
  verifier: string;
}

const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-cusp_arrival' : 'cusp_arrival');
/** The lifetime of a code. */
const SECONDS = 60;

/** Keeps what the other region's page posted until this site's own page asks for the session. */
function setArrivalCookie(request: FastifyRequest, reply: FastifyReply, arrival: Arrival): void {
  reply.setCookie(nameFor(request), `${arrival.code}.${arrival.verifier}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request),
    maxAge: SECONDS,
  });
}

/** Removes the cookie, because a code works once; null without one. */
function takeArrivalCookie(request: FastifyRequest, reply: FastifyReply): Arrival | null {
  const value = request.cookies[nameFor(request)];
  if (value === undefined) return null;
  reply.clearCookie(nameFor(request), { path: '/', secure: isSecure(request) });
  const [, code, verifier] = /^([\w-]{43})\.([\w.~-]{43,128})$/.exec(value) ?? [];
  return code && verifier ? { code, verifier } : null;
}
