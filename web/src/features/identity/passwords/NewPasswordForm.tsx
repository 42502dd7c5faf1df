import { Button, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldChecks } from '../../profile/profile.offers.tsx';
import { FormProblem } from '../page/FormProblem.tsx';
import classes from '../page/form-page.module.css';
import { PasswordPair } from './PasswordPair.tsx';
import type { NewPasswordFields, NewPasswordValues } from './use-new-password.ts';

interface Props {
  fields: NewPasswordFields;
  /** Asks for the present password too. */
  asksOld?: boolean;
  ownWords?: readonly string[];
  busy: boolean;
  button: string;
  onSend(values: NewPasswordValues): void;
}

/** New password and confirmation, with the old one where it is known. */
export function NewPasswordForm({ fields, asksOld = false, ownWords, busy, button, onSend }: Props) {
  const { t } = useTranslation('password');
  const { t: login } = useTranslation('login');
  const { form, problem } = fields;
  const check = useFieldChecks('password', form);
  const [visible, setVisible] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = form.getValues();
    fields.clearProblem();
    if (values.password !== values.password_confirm) fields.differ();
    else onSend(values);
  };
  const checked = (name: 'password' | 'password_confirm') => ({
    ...form.getInputProps(name),
    onBlur: () => void (form.getValues()[name] && check(name)),
    required: true,
    withAsterisk: false,
    size: 'md',
  });
  return (
    <form className={classes.form} onSubmit={submit}>
      {problem && <FormProblem title={t('problem')} text={problem} />}
      {asksOld && (
        <PasswordInput
          {...form.getInputProps('old_password')}
          name="old_password"
          label={t('old')}
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          visible={visible}
          onVisibilityChange={setVisible}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': login(visible ? 'hidePassword' : 'showPassword') }}
        />
      )}
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
