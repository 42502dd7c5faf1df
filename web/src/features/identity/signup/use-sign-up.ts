import { signup } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { regionOfCountry } from '@cusp/contract/storage-region';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { asksForRegion } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm, useInform } from '../../../ui/dialogs/confirm-context.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { type PhoneVerification, useLineText } from '../../profile/profile.offers.tsx';
import type { HumanCheck } from '../human-check/use-human-check.ts';
import { nextAtOf, type SentMail } from '../page/entry-state.ts';
import { isComplete, keepSent, type SignupValues, signupForm } from './signup-values.ts';

interface Problem {
  title: string;
  text?: string;
}

interface Parts {
  human: HumanCheck;
  phone: PhoneVerification;
  /** Where the account is created; null for this site. */
  site: string | null;
}

/** Submits the form: required fields, human check, storage region where people choose one, then the account. */
export function useSignUp(form: UseFormReturnType<SignupValues>, { human, phone, site }: Parts) {
  const { t, i18n } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const line = useLineText();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const inform = useInform();
  const once = useSingleFlight();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function send(picture: File | null): Promise<void> {
    const values = form.getValues();
    const response = await human.response();
    if (!response) return inform({ kind: 'warning', content: t('noHumanCheck') });
    const agreed =
      !asksForRegion() ||
      (await confirm({
        title: t('region.title'),
        content: [
          t('region.content', {
            country: countryName(values.country, i18n.language),
            region: common(`regions.${regionOfCountry(values.country)}`),
          }),
          // The request in the link is stored in this region.
          ...(site && values.invitation ? [t('region.noInvitation')] : []),
        ].join(' '),
      }));
    // The form was not sent, so the answer of the human check is still valid, and the box need not be ticked again.
    if (!agreed) return;
    try {
      const signedUp = await call(signup, { body: signupForm(values, picture, response) }, { site });
      keepSent(values);
      const mail: SentMail = {
        email: values.username,
        uid: signedUp.uid,
        site,
        sent: true,
        nextAt: nextAtOf(signedUp),
      };
      await navigate(PAGES.signupEmail, { replace: true, state: mail });
    } catch (error) {
      human.reset();
      refused(error);
    }
  }

  function refused(error: unknown): void {
    const issues =
      error instanceof ApiError ? error.errors.filter(({ field }) => field in form.getValues()) : [];
    // The verification of the number has expired.
    if (issues.some(({ field }) => field === 'phone')) phone.forget();
    for (const { field, message } of issues) form.setFieldError(field, line(message));
    if (issues.length === 0) setProblem({ title: t('failed'), text: errorText(errors, error) });
  }

  async function submit(picture: File | null): Promise<void> {
    const { password, password_confirm } = form.getValues();
    setProblem(null);
    if (!isComplete(form.getValues())) return setProblem({ title: t('missing') });
    if (!phone.isSettled(form.getValues().phone)) return setProblem({ title: errors('phone_not_verified') });
    if (password !== password_confirm) {
      form.setFieldValue('password', '');
      form.setFieldValue('password_confirm', '');
      return form.setFieldError('password', errors('password_mismatch'));
    }
    setBusy(true);
    await send(picture).finally(() => setBusy(false));
  }

  return { submit: (picture: File | null) => once(() => submit(picture)), busy, problem };
}
