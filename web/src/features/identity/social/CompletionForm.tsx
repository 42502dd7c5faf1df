import { Button, type InputWrapperProps, Textarea } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PracticeFields, usePhoneVerification } from '../../profile/profile.offers.tsx';
import { FormProblem } from '../page/FormProblem.tsx';
import page from '../page/form-page.module.css';
import { PROVIDER_NAMES } from './ProviderLogo.tsx';
import { SocialHead } from './SocialHead.tsx';
import classes from './social.module.css';
import type { Newcomer } from './social-data.ts';
import { type CompletionValues, isComplete, useCompletion } from './use-completion.ts';

const FIELD_ORDER: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];
/** Shown whole, however long; not to be changed. */
const KEPT = { readOnly: true, variant: 'filled', autosize: true, minRows: 1 } as const;

/** What the provider does not tell about a newcomer; address and name are its word. */
export function CompletionForm({ newcomer }: { newcomer: Newcomer }) {
  const { t } = useTranslation('social');
  const { t: signup } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { t: words } = useTranslation('profile');
  const phone = usePhoneVerification();
  const { form, check, submit, busy, problem } = useCompletion(newcomer.provider, phone);
  const provider = PROVIDER_NAMES[newcomer.provider];
  const complete = isComplete(form.values) && phone.isSettled(form.values.phone);
  const field = (name: keyof CompletionValues) => ({
    name,
    ...form.getInputProps(name),
    value: form.values[name],
    onBlur: () => void check(name),
    disabled: busy,
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit();
  };
  return (
    <>
      <SocialHead provider={newcomer.provider} title={t('title')} text={t('intro', { provider })} />
      <form className={page.form} noValidate onSubmit={onSubmit}>
        <div className={page.pair}>
          <Textarea label={words('fields.email')} value={newcomer.email} {...KEPT} />
          <Textarea
            label={t('name')}
            value={newcomer.name}
            description={t('kept', { provider })}
            inputWrapperOrder={FIELD_ORDER}
            {...KEPT}
          />
        </div>
        <PracticeFields field={field} phone={phone} />
        {problem && <FormProblem title={problem} />}
        <div className={classes.end}>
          <Button variant="default" size="md" disabled={busy} onClick={() => window.close()}>
            {common('cancel')}
          </Button>
          <Button type="submit" size="md" loading={busy} disabled={!complete}>
            {signup('create')}
          </Button>
        </div>
      </form>
    </>
  );
}
