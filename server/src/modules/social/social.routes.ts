import { PAGES } from '@cusp/contract/pages';
import * as contract from '@cusp/contract/social';
import { BACKENDS } from '@cusp/contract/social.routes';
import type { SocialProvider } from '@cusp/contract/wire';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalFor } from '../../platform/http/error-handler.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { isSecure } from '../../platform/http/secure-request.ts';
import { serve } from '../../platform/http/serve.ts';
import { visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { phoneOwnerOf } from '../identity/phone-owner.ts';
import { isForeign, requireOwnPage } from '../identity/same-site.ts';
import { browserOf, sendSession } from '../identity/send-session.ts';
import { completeSignUp } from './complete-sign-up.ts';
import { exchangeCode } from './exchange-code.ts';
import { FLOW_MINUTES, findFlow, forgetFlow } from './flow.sql.ts';
import { linkAccount } from './link-account.ts';
import { createProviders } from './providers.ts';
import { signUpByTicket } from './sign-up-by-ticket.ts';
import { offeredProviders } from './social.policy.ts';
import { registerIdentityCheck } from './social-elsewhere.ts';
import { startSignIn } from './start-sign-in.ts';
import { takeSocialAnswer } from './take-answer.ts';

export async function registerSocialRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const providers = createProviders(services.config);
  registerIdentityCheck(app, services, providers);
  const offered = (request: FastifyRequest, name: SocialProvider) =>
    found(offeredProviders(services.config, request.host).includes(name) ? providers[name] : null);
  const tokenOf = (request: FastifyRequest): string => {
    const token = flowCookieOf(request);
    if (!token) throw new Refusal('social_invalid');
    return token;
  };

  // The browser navigates to these, so refusals are redirects to a page too.
  await app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.addHook('onSend', async (_, reply) => {
      reply.header('cross-origin-opener-policy', 'unsafe-none');
      reply.header('cache-control', 'no-store');
    });
    pages.setErrorHandler((error: FastifyError, request, reply) => {
      const { code } = refusalFor(error);
      if (code === 'internal') request.log.error({ err: error }, 'request failed');
      return reply.redirect(`${PAGES.socialResponse}?error=${code}`, 303);
    });

    serve(pages, contract.socialStart, async ({ params, query, request, reply }) => {
      const ownOrigins = [`${request.protocol}://${request.host}`, services.config.publicUrl];
      const wish = { name: params.provider, ...query, ownOrigins };
      const begun = await startSignIn(services, offered(request, params.provider), wish);
      setFlowCookie(request, reply, begun.token);
      return reply.redirect(begun.location, 303);
    });
    serve(pages, contract.socialReturn, async ({ params, request, reply }) => {
      const name = BACKENDS[params.backend];
      const { search } = new URL(request.url, 'http://here.invalid');
      const answer = { token: flowCookieOf(request), name, search };
      const next = await takeSocialAnswer(services, offered(request, name), visitorOf(request), answer);
      return reply.redirect(next, 303);
    });
    serve(pages, contract.socialComplete, async ({ params, body, request, reply }) => {
      if (isForeign(request)) throw new Refusal('forbidden');
      const name = BACKENDS[params.backend];
      const form = { fields: body, phoneOwner: phoneOwnerOf(request, null) };
      const next = await completeSignUp(services, visitorOf(request), tokenOf(request), name, form);
      return reply.redirect(next, 303);
    });
  });

  serve(app, contract.socialSignUp, async ({ body: { ticket, ...fields }, request }) => {
    const form = { fields, phoneOwner: phoneOwnerOf(request, null) };
    const code = await signUpByTicket(services, visitorOf(request), ticket, form);
    return code === null ? { mailed: true as const } : { arrival_code: code };
  });
  serve(app, contract.socialForget, async ({ request }) => {
    if (isForeign(request)) throw new Refusal('forbidden');
    const token = flowCookieOf(request);
    if (token) await forgetFlow(services.db, token);
    return {};
  });
  serve(app, contract.socialLink, async ({ body, request }) => {
    requireOwnPage(request);
    const { device } = browserOf(request);
    return {
      location: await linkAccount(services, visitorOf(request), tokenOf(request), body.password, device),
    };
  });
  serve(app, contract.socialValidateState, async ({ query, request }) => {
    const flow = await findFlow(services.db, tokenOf(request));
    const answered = flow && !['asked', 'answered'].includes(flow.step);
    if (!answered || flow.client_state !== query.state) throw new Refusal('social_invalid');
    return {};
  });
  serve(app, contract.socialOtp, async ({ body, request, reply }) => {
    const outcome = await exchangeCode(services, visitorOf(request), body, browserOf(request));
    return 'refresh' in outcome ? sendSession(services, request, reply, outcome) : outcome;
  });
}

const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-cusp_social' : 'cusp_social');

/** The cookie that ties a sign-in to its browser; null outside of a sign-in. */
function flowCookieOf(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request)] ?? null;
}

/** Lax, not strict, because the browser comes back from the provider's site. */
function setFlowCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(nameFor(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request),
    maxAge: FLOW_MINUTES * 60,
  });
}
