import { pathOf } from '@cusp/contract/endpoint';
import type { InputTo } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { CompletionFields } from '@cusp/contract/social';
import { BACKENDS, socialComplete, socialForget, socialSignUp } from '@cusp/contract/social.routes';
import { regionOfCountry } from '@cusp/contract/storage-region';
import type { SocialProvider } from '@cusp/contract/wire';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { asksForRegion, siteOfCountry } from '../../../brand/app-info.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useConfirm } from '../../../ui/dialogs/confirm-context.ts';
import { countryName } from '../../../ui/format/country-name.ts';
import { useFieldChecks, useLineText, usePhoneVerification } from '../../profile/profile.offers.tsx';
import { useDefaultCountry } from '../signup/use-default-country.ts';
import type { Newcomer } from './social-data.ts';

/** Navigates this window by posting a form; fields without a value are left out. */
function postForm(action: string, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    if (value === '') continue;
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

export type CompletionValues = Record<keyof typeof CompletionFields.shape, string>;

const EMPTY: CompletionValues = { role: '', institution: '', country: '', phone: '', address: '' };

export const isComplete = ({ role, country }: CompletionValues): boolean => role !== '' && country !== '';

/**
 * The completion form: validated here, agreed to on the cloud brand, and submitted once. An account of this region's
 * countries is created by navigating the window; one of the other region's directly there, so that this site does not
 * see the form.
 */
export function useCompletion({ provider, state, ticket }: Newcomer) {
  const { t, i18n } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { t: errors } = useTranslation('errors');
  const line = useLineText();
  const confirm = useConfirm();
  const form = useForm<CompletionValues>({ initialValues: EMPTY });
  const site = siteOfCountry(form.values.country);
  const phone = usePhoneVerification({ site });
  const check = useFieldChecks('social', form, site);
  const navigate = useNavigate();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useDefaultCountry(form);

  async function submit(): Promise<void> {
    if (running.current) return;
    const values = form.getValues();
    setProblem(isComplete(values) ? null : t('missing'));
    const parsed = CompletionFields.safeParse(values);
    for (const { path, message } of parsed.error?.issues ?? [])
      form.setFieldError(String(path[0]), line(message));
    const phoneOpen = !phone.isSettled(values.phone);
    if (phoneOpen) form.setFieldError('phone', errors('phone_not_verified'));
    if (!isComplete(values) || !parsed.success || phoneOpen) return;
    if (site && !ticket) return setProblem(t('region.elsewhere', { host: new URL(site).host }));
    running.current = true;
    const agreed =
      !asksForRegion() ||
      (await confirm({
        title: t('region.title'),
        content: t('region.content', {
          country: countryName(values.country, i18n.language),
          region: common(`regions.${regionOfCountry(values.country)}`),
        }),
      }));
    running.current = agreed;
    setBusy(agreed);
    if (agreed && site && ticket) return signUpAt(site, ticket, parsed.data);
    if (agreed) postForm(pathOf(socialComplete, { backend: backendOf(provider) }), values);
  }

  async function signUpAt(
    site: string,
    ticket: string,
    fields: Omit<InputTo<typeof socialSignUp>['body'], 'ticket'>,
  ): Promise<void> {
    try {
      const reply = await call(socialSignUp, { body: { ticket, ...fields } }, { site });
      // Otherwise it is deleted after a quarter of an hour.
      await call(socialForget, {}).catch(() => {});
      const answer: Record<string, string> =
        'mailed' in reply ? { mailed: '1' } : { region_code: reply.arrival_code };
      await navigate(`${PAGES.socialResponse}?${new URLSearchParams({ state, ...answer })}`, {
        replace: true,
      });
    } catch (error) {
      const issues = error instanceof ApiError ? error.errors : [];
      const known = issues.filter(({ field }) => field in form.getValues());
      if (known.some(({ field }) => field === 'phone')) phone.forget();
      for (const { field, message } of known) form.setFieldError(field, line(message));
      if (known.length === 0) setProblem(errorText(errors, error));
      running.current = false;
      setBusy(false);
    }
  }

  return { form, phone, check, submit, busy, problem };
}

const backendOf = (provider: SocialProvider) =>
  Object.entries(BACKENDS).find(([, name]) => name === provider)?.[0];
