import { editSettings, type Shortcut } from '@cusp/contract/profile.routes';
import { Button, Switch, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, keysOf, paletteKeys, printed, takenBy, withKeys } from '../../client/keyboard/keys.ts';
import { updateUser, useUser } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useChange } from '../../client/use-call.ts';
import { errorText } from '../../i18n/error-text.ts';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { toastError } from '../../ui/toast.ts';
import { HelpLink } from '../help/help.offers.tsx';
import classes from './shortcuts-dialog.module.css';

/** The shortcuts by where they work. */
const SECTIONS = {
  everywhere: ['search', 'dashboard', 'inbox', 'cases', 'newCase', 'help'],
  list: ['next', 'previous', 'open'],
  board: ['move'],
  case: ['comment', 'status', 'assignee', 'download', 'upload'],
} as const satisfies Record<string, readonly Shortcut[]>;
const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];

/** Lists all shortcuts with the person's own keys, which can be changed here. */
export default function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('palette');
  const { t: errors } = useTranslation('errors');
  const user = useUser();
  const { shortcuts } = user.settings;
  const mayEdit = useMayCall(editSettings);
  const [problem, setProblem] = useState<{ shortcut: Shortcut; text: string } | null>(null);
  const change = useChange(editSettings, {
    onSuccess: (settings) => updateUser({ ...user, settings }),
    onError: (error) => toastError(errorText(errors, error)),
  });
  const save = (next: typeof shortcuts) => {
    setProblem(null);
    change.mutate({ body: { shortcuts: next } });
  };
  const give = (shortcut: Shortcut, keys: string) => {
    const other = takenBy(keys, shortcut, shortcuts);
    if (!other) return keys !== keysOf(shortcut, shortcuts) && save(withKeys(shortcuts, shortcut, keys));
    const name = t(`shortcuts.${other}`);
    setProblem({ shortcut, text: t('taken', { keys: printed(keys), name }) });
  };
  const isChanged = Object.keys(shortcuts.keys).length > 0;
  return (
    <CuspModal opened size={560} title={t('keyboard')} onClose={onClose}>
      {mayEdit && (
        <Switch
          className={classes.switch}
          label={t('on.label')}
          description={t('on.text', { keys: paletteKeys() })}
          checked={shortcuts.on}
          disabled={change.isPending}
          onChange={(event) => save({ ...shortcuts, on: event.currentTarget.checked })}
        />
      )}
      {NAMES.map((name) => (
        <section key={name} className={classes.section} aria-labelledby={`shortcuts-${name}`}>
          <h3 id={`shortcuts-${name}`} className={classes.heading}>
            {t(`sections.${name}`)}
          </h3>
          <ul className={classes.list}>
            {name === 'everywhere' && (
              <li className={classes.row}>
                {t('title')}
                <kbd>{paletteKeys()}</kbd>
              </li>
            )}
            {SECTIONS[name].map((shortcut) => (
              <li key={shortcut} className={classes.row} data-off={!shortcuts.on || undefined}>
                <span>
                  {t(`shortcuts.${shortcut}`)}
                  {problem?.shortcut === shortcut && (
                    <span role="alert" className={classes.problem}>
                      {problem.text}
                    </span>
                  )}
                </span>
                {mayEdit ? (
                  <KeyButton
                    name={t(`shortcuts.${shortcut}`)}
                    keys={keysOf(shortcut, shortcuts)}
                    disabled={change.isPending}
                    onKeys={(keys) => give(shortcut, keys)}
                  />
                ) : (
                  <kbd>{printed(keysOf(shortcut, shortcuts))}</kbd>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <HelpLink to="keyboard" className={classes.more} />
      {mayEdit && isChanged && (
        <Button
          variant="default"
          size="sm"
          loading={change.isPending}
          onClick={() => save({ ...shortcuts, keys: {} })}
        >
          {t('usual')}
        </Button>
      )}
    </CuspModal>
  );
}

interface KeyButtonProps {
  /** Action of the keys. */
  name: string;
  keys: string;
  disabled: boolean;
  onKeys(keys: string): void;
}

/** How long to wait for a second key. */
const SECOND_KEY_MS = 900;

/**
 * The keys of a shortcut; once pressed, the button records the next one or two keys instead, and Escape keeps the
 * current ones.
 */
function KeyButton({ name, keys, disabled, onKeys }: KeyButtonProps) {
  const { t } = useTranslation('palette');
  const [isListening, setListening] = useState(false);
  const [first, setFirst] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (taken?: string) => {
    clearTimeout(timer.current);
    setListening(false);
    setFirst('');
    if (taken) onKeys(taken);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListening || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return end();
    const key = keyOf(event.nativeEvent);
    if (!key) return;
    if (first) return end(`${first} ${key}`);
    setFirst(key);
    timer.current = setTimeout(() => end(key), SECOND_KEY_MS);
  };
  const shown = isListening ? (first ? `${printed(first)} …` : t('press')) : printed(keys);
  return (
    <UnstyledButton
      className={classes.key}
      aria-label={t(isListening ? 'pressFor' : 'changeKeys', { name, keys: printed(keys) })}
      aria-pressed={isListening}
      disabled={disabled}
      // Escape ends recording and leaves the dialog open.
      data-mantine-stop-propagation={isListening || undefined}
      onClick={() => setListening(true)}
      onBlur={() => end(first || undefined)}
      onKeyDown={onKeyDown}
    >
      <kbd>{shown}</kbd>
    </UnstyledButton>
  );
}
