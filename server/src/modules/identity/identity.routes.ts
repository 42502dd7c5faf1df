import * as accounts from '@cusp/contract/accounts';
import { COUNTRY_CODES } from '@cusp/contract/countries';
import * as signIn from '@cusp/contract/sign-in';
import { staffFlagsOf } from '@cusp/contract/staff.routes';
import type { FastifyInstance } from 'fastify';
import { lookup } from 'geoip-country';
import { PICTURE_RULE } from '../../platform/files/picture.ts';
import { readForm } from '../../platform/http/multipart-form.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/serve.ts';
import { setLanguageCookie, visitorOf } from '../../platform/http/visitor.ts';
import type { Services } from '../../platform/services.ts';
import { checkNamedLocation } from '../invitations/server-location.ts';
import { signAccessToken } from './access-token.ts';
import { activate, resendActivation } from './activate.ts';
import { authResultOf } from './auth-result.ts';
import { inConstantTime } from './constant-time.ts';
import { deviceCookieOf, setDeviceCookie } from './device-cookie.ts';
import { checkField } from './field-checks.ts';
import { newChallenge } from './human-check.ts';
import { installerFor } from './lab-software.ts';
import { keepLanguage } from './language.ts';
import { logOut } from './log-in.ts';
import { confirmPasswordReset, validateResetToken } from './passwords.ts';
import { phoneOwnerOf } from './phone-owner.ts';
import { signUpOnce } from './repeat-sign-up.ts';
import { rotateSession } from './rotate-session.ts';
import { requireOwnPage } from './same-site.ts';
import { sendSession } from './send-session.ts';
import { clearSessionCookie, kindOf, sessionCookieOf } from './session-cookie.ts';
import { limitsOf } from './session-limits.ts';
import { supportInfo } from './support-info.ts';
import { presentUser } from './user.present.ts';

export function registerIdentityRoutes(app: FastifyInstance, services: Services): void {
  serve(app, accounts.humanCheck, async () => ({ ...(await newChallenge(services)) }));
  serve(app, accounts.defaultCountry, async ({ request }) => {
    const country = lookup(request.ip)?.country;
    return { data: { country_code: country && COUNTRY_CODES.includes(country) ? country : null } };
  });

  serve(app, accounts.signup, async ({ request }) => {
    const { fields, file } = await readForm(request, accounts.SignupFields, PICTURE_RULE);
    const visitor = visitorOf(request);
    const form = { fields, picture: file, phoneOwner: phoneOwnerOf(request, null) };
    return signUpOnce(services, visitor, form);
  });
  serve(app, accounts.validateField, async ({ query, request }) => {
    const { fields } = await readForm(request, accounts.validateField.body);
    const actor = request.headers.authorization
      ? await app.authenticate(request, 'header', { alsoStaff: true })
      : null;
    const lines = await checkField(services, { actor, ip: request.ip }, query, fields);
    return lines.length > 0 ? { error_message: lines } : {};
  });
  serve(app, accounts.activate, async ({ body, request }) => {
    checkNamedLocation(services, body.srv_loc);
    await activate(services, visitorOf(request), body);
    return {};
  });
  serve(app, accounts.requestActivate, ({ body, request }) =>
    inConstantTime(resendActivation(services, visitorOf(request), body.uid)),
  );

  serve(app, signIn.checkSession, async ({ actor, query, request }) => {
    if (!actor.sessionId) throw new Refusal('not_signed_in');
    if (query.callfrom === 'download') await installerFor(services, actor, request.host);
    const session = await limitsOf(services, actor.sessionId);
    const support = actor.support && { ...actor.support, endsAt: new Date(session.ends_at) };
    const access = await signAccessToken(actor.userId, actor.sessionId, services.secret, support);
    const { user, result } = await authResultOf(services, actor.userId, access);
    const kind = kindOf(query.callfrom);
    if (kind === 'staff' && !actor.staffFlags)
      throw new Refusal(staffFlagsOf(user).length > 0 ? 'not_signed_in' : 'not_device_manager');
    if (kind === 'support' && !actor.support) throw new Refusal('not_signed_in');
    const acting = actor.support ? { support: await supportInfo(services, actor.support) } : {};
    return { ...result, user: presentUser(user), session, ...acting };
  });
  serve(app, signIn.refreshSession, async ({ query, request, reply }) => {
    const kind = kindOf(query.callfrom);
    // A support session has one token for its whole duration and no second one.
    const refresh = kind === 'support' ? null : sessionCookieOf(request, kind);
    if (kind === 'support' || !refresh) throw new Refusal('session_over');
    requireOwnPage(request);
    const session = await rotateSession(services, refresh, visitorOf(request), kind);
    return sendSession(services, request, reply, session);
  });
  serve(app, signIn.logout, async ({ query, request, reply }) => {
    const kind = kindOf(query.callfrom);
    const refresh = sessionCookieOf(request, kind);
    if (!refresh) return {};
    requireOwnPage(request);
    await logOut(services, visitorOf(request), refresh);
    clearSessionCookie(request, reply, kind);
    // So that the next person at this computer finds no picture or scan in the browser's cache.
    reply.header('clear-site-data', '"cache"');
    return {};
  });

  serve(app, accounts.validateResetToken, async ({ body }) => {
    checkNamedLocation(services, body.srv_loc);
    await validateResetToken(services, body.token);
    return {};
  });
  serve(app, accounts.confirmPasswordReset, async ({ body, request, reply }) => {
    const known = deviceCookieOf(request) ?? undefined;
    const mark = await confirmPasswordReset(services, visitorOf(request), body, known);
    if (mark) setDeviceCookie(request, reply, mark);
    return {};
  });

  serve(app, accounts.setLanguage, async ({ body, request, reply }) => {
    const actor = request.headers.authorization
      ? await app.authenticate(request, 'header', {
          evenUnsecured: true,
          alsoStaff: true,
          guests: 'open',
        })
      : null;
    setLanguageCookie(request, reply, body.language);
    if (actor) await keepLanguage(services, actor, body.language);
    return {};
  });
}
