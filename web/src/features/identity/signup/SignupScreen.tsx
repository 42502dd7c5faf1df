import { LIMITS } from '@cusp/contract/limits';
import { PAGES } from '@cusp/contract/pages';
import { fullName } from '@cusp/text/names';
import { Anchor, Button, Loader, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconShield, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { asksForRegion, brand, siteOfCountry } from '../../../brand/app-info.ts';
import { nameFields } from '../../../ui/format/name-fields.ts';
import {
  type PictureChoice,
  PictureField,
  PracticeFields,
  useFieldChecks,
  usePhoneVerification,
} from '../../profile/profile.offers.tsx';
import { type HumanCheck, useHumanCheck } from '../human-check/use-human-check.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { FormHead, FormProblem } from '../page/FormParts.tsx';
import classes from '../page/form-page.module.css';
import { PasswordPair } from '../passwords/PasswordPair.tsx';
import { isComplete, type SignupValues, sentValues, valuesAtStart } from './signup-values.ts';
import { useDefaultCountry } from './use-default-country.ts';
import { useSignUp } from './use-sign-up.ts';

/** Creates an account; the activation mail follows. */
export default function SignupScreen() {
  const { t } = useTranslation('signup');
  return (
    <EntryPage wide>
      <FormHead title={t('title')} text={t('intro', { app: brand().app_name })} back={PAGES.home} />
      <SignupForm />
    </EntryPage>
  );
}

function SignupForm() {
  const { t, i18n } = useTranslation('signup');
  const { t: words } = useTranslation('profile');
  const { search, hash, state } = useLocation();
  const form = useForm<SignupValues>({ initialValues: sentValues(state) ?? valuesAtStart(search, hash) });
  // An account of another region's country is created there, so that this site does not see its data.
  const site = siteOfCountry(form.values.country);
  const check = useSignupChecks(form, site);
  const human = useHumanCheck(site);
  const [picture, setPicture] = useState<PictureChoice>(null);
  const phone = usePhoneVerification({ site });
  const { submit, busy, problem } = useSignUp(form, { human, phone, site });
  useDefaultCountry(form);

  const { values } = form;
  const complete = isComplete(values) && phone.isSettled(values.phone);
  const file = picture instanceof File ? picture : null;
  const field = (name: keyof SignupValues) => ({
    name,
    ...form.getInputProps(name),
    value: values[name],
    onBlur: () => void check(name),
    disabled: busy,
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(file);
  };
  // The button is disabled until the form is complete; Enter then shows what is missing.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { target, key, defaultPrevented, currentTarget } = event;
    // Enter in a combobox picks an option; only the address also takes free text.
    const inLine =
      target instanceof HTMLInputElement && (target.role !== 'combobox' || target.name === 'address');
    // React bubbles key events of the form's dialogs up to here too.
    const ours = inLine && currentTarget.contains(target);
    if (key === 'Enter' && ours && !defaultPrevented && !complete) void submit(file);
  };
  return (
    <form className={classes.form} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} onFocus={human.begin}>
      <div className={classes.pair}>
        {nameFields(
          i18n.language,
          <TextInput
            key="first"
            {...field('first_name')}
            required
            label={words('fields.firstName')}
            autoComplete="given-name"
            maxLength={LIMITS.name}
          />,
          <TextInput
            key="last"
            {...field('last_name')}
            required
            label={words('fields.lastName')}
            autoComplete="family-name"
            maxLength={LIMITS.name}
          />,
        )}
      </div>
      <TextInput
        {...field('username')}
        type="email"
        required
        label={words('fields.email')}
        autoComplete="username"
        maxLength={LIMITS.email}
      />
      <div className={classes.pair}>
        <PasswordPair
          password={{ ...field('password'), required: true, label: t('password') }}
          confirm={{ ...field('password_confirm'), required: true, label: t('passwordConfirm') }}
          ownWords={[values.username, values.first_name, values.last_name]}
        />
      </div>
      <PracticeFields field={field} phone={phone} />
      <PictureField
        name={fullName(values.first_name, values.last_name)}
        choice={picture}
        onChoice={setPicture}
      />
      {problem && <FormProblem {...problem} />}
      <div className={classes.end}>
        <HumanCheckLine human={human} />
        <Button type="submit" size="md" loading={busy} disabled={!complete}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}

/**
 * Checks fields at the site that will keep the account. If the country decides which one that is, nothing is sent until
 * it is chosen; fields filled in before are checked then.
 */
function useSignupChecks(form: UseFormReturnType<SignupValues>, site: string | null) {
  const check = useFieldChecks('signup', form, site);
  const { values } = form;
  const isOpen = asksForRegion() && values.country === '';
  const wasOpen = useRef(isOpen);
  const filled = (Object.keys(values) as (keyof SignupValues)[]).filter((name) => values[name] !== '');
  useEffect(() => {
    if (isOpen || !wasOpen.current) return;
    wasOpen.current = false;
    for (const name of filled) if (name !== 'invitation') void check(name);
  });
  return async (name: keyof SignupValues): Promise<void> => {
    if (!isOpen) await check(name);
  };
}

/** One line with the state of the human check; with reCAPTCHA, its box. */
function HumanCheckLine({ human }: { human: HumanCheck }) {
  const { t } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { state, place } = human;
  if (place && state !== 'failed') return <div ref={place} className={classes.box} />;
  return (
    <div className={classes.line} data-state={state} role="status">
      {state === 'working' && <Loader size={16} color="gray" aria-hidden />}
      {state === 'idle' && <IconShield size={18} stroke={1.6} aria-hidden />}
      {state === 'passed' && <IconShieldCheck size={18} stroke={1.6} aria-hidden />}
      {state === 'failed' && <IconShieldX size={18} stroke={1.6} aria-hidden />}
      <span>{t(`human.${state}`)}</span>
      {state === 'failed' && (
        <Anchor component="button" type="button" size="sm" onClick={human.begin}>
          {common('retry')}
        </Anchor>
      )}
    </div>
  );
}
