import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../../client/api-error.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import { useFieldChecks, useLineText } from '../../profile/profile.offers.tsx';
import { FormProblem } from '../page/FormParts.tsx';
import classes from '../page/form-page.module.css';
import { PasswordPair } from './PasswordPair.tsx';

/** The server's text about a field of a refused form, else about the whole error. */
export function useProblemText(): (error: ApiError, field: string) => string {
  const { t: errors } = useTranslation('errors');
  const line = useLineText();
  return (error, field) => {
    const issue = error.issueOf(field);
    return issue ? line(issue.message) : errorText(errors, error);
  };
}

type NewPasswordValues = Record<'old_password' | 'password' | 'password_confirm', string>;

const EMPTY: NewPasswordValues = { old_password: '', password: '', password_confirm: '' };

/** The state of the new password fields and their errors. */
export function useNewPassword() {
  const { t: errors } = useTranslation('errors');
  const problemText = useProblemText();
  const form = useForm<NewPasswordValues>({ initialValues: EMPTY });
  const [problem, setProblem] = useState<string | null>(null);

  return {
    form,
    problem,
    /** Two different passwords: clears both. */
    differ(): void {
      setProblem(errors('password_mismatch'));
      form.setValues({ password: '', password_confirm: '' });
    },
    /** A wrong old password clears everything; other errors keep what was typed. */
    refused(error: ApiError): void {
      setProblem(problemText(error, 'password'));
      if (error.code === 'wrong_old_password') form.setValues(EMPTY);
    },
    clearProblem: () => setProblem(null),
  };
}

type NewPasswordFields = ReturnType<typeof useNewPassword>;

interface Props {
  fields: NewPasswordFields;
  /** Asks for the current password too. */
  asksOld?: boolean;
  /** Further fields beside the current password. */
  children?: ReactNode;
  ownWords?: readonly string[];
  busy: boolean;
  button: string;
  onSend(values: NewPasswordValues): void;
}

/** New password and confirmation, with the current one where it is asked for. */
export function NewPasswordForm({
  fields,
  asksOld = false,
  children,
  ownWords,
  busy,
  button,
  onSend,
}: Props) {
  const { t } = useTranslation('password');
  const { t: login } = useTranslation('login');
  const { form, problem } = fields;
  const check = useFieldChecks('password', form);
  const [visible, setVisible] = useState(false);
  const message = useFieldMessages();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = form.getValues();
    fields.clearProblem();
    if (values.password !== values.password_confirm) fields.differ();
    else onSend(values);
  };
  const checked = (name: 'password' | 'password_confirm') => ({
    ...form.getInputProps(name),
    ...message(name, form.errors[name]),
    onBlur: () => void (form.getValues()[name] && check(name)),
    required: true,
    size: 'md',
  });
  return (
    <form className={classes.form} onSubmit={submit}>
      {problem && <FormProblem title={t('problem')} text={problem} />}
      {asksOld && (
        <PasswordInput
          {...form.getInputProps('old_password')}
          {...message('old_password', form.errors.old_password)}
          name="old_password"
          label={t('old')}
          autoComplete="current-password"
          size="md"
          required
          visible={visible}
          onVisibilityChange={setVisible}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': login(visible ? 'hidePassword' : 'showPassword') }}
        />
      )}
      {children}
      <PasswordPair
        password={{ ...checked('password'), label: t('new') }}
        confirm={{ ...checked('password_confirm'), label: t('confirm') }}
        ownWords={ownWords}
      />
      <Button type="submit" size="md" loading={busy}>
        {button}
      </Button>
    </form>
  );
}
