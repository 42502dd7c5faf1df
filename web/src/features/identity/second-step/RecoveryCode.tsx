import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './second-step.module.css';

interface Props {
  busy: boolean;
  onCode(code: string): void;
}

/** A code from the list that was kept when the second step was set up. */
export function RecoveryCode({ busy, onCode }: Props) {
  const { t } = useTranslation('second-step');
  const { t: login } = useTranslation('login');
  const [code, setCode] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(code);
  };
  return (
    <form className={classes.step} onSubmit={submit}>
      <TextInput
        label={t('recoveryCode')}
        placeholder="xxxxx-xxxxx"
        size="md"
        required
        withAsterisk={false}
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={busy}>
        {login('submit')}
      </Button>
    </form>
  );
}
