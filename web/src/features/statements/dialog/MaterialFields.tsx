import type { StatementMaterial } from '@cusp/contract/statements';
import { STATEMENT_LIMITS } from '@cusp/contract/statements.routes';
import { labelsIn, readMaterialLabel } from '@cusp/dental/udi/gs1';
import { Button, CloseButton, Fieldset, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuid } from '../../../client/uuid.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { today } from '../../../ui/days/days.ts';
import classes from '../statements.module.css';

const EMPTY: StatementMaterial = { name: '', maker: '', lot: '', expiry: null, gtin: '' };

const PROBLEMS = { no_lot: 'notRead', wrong_check_digit: 'wrongDigit', wrong_date: 'wrongDate' } as const;

interface Props {
  materials: readonly StatementMaterial[];
  errorOf(field: string): string | undefined;
  onChange(materials: StatementMaterial[]): void;
}

/** The lots in a device. A reader of labels types into the first field and ends with Enter. */
export function MaterialFields({ materials, errorOf, onChange }: Props) {
  const { t } = useTranslation('statements');
  const [label, setLabel] = useState('');
  const [problem, setProblem] = useState<(typeof PROBLEMS)[keyof typeof PROBLEMS] | null>(null);
  /** Of the fields of each material, because equal lots can be in a device twice. */
  const [keys, setKeys] = useState(() => materials.map(uuid));
  const isFull = materials.length >= STATEMENT_LIMITS.materials;
  const scan = useRef<HTMLInputElement>(null);
  // The next label that is scanned takes the place of one that was refused.
  useEffect(() => {
    if (problem) scan.current?.select();
  }, [problem]);
  // The statement would be issued without it.
  const isLeft = label.trim() !== '';
  useEffect(() => scan.current?.setCustomValidity(isLeft ? t('form.notAdded') : ''), [isLeft, t]);
  const add = (...added: StatementMaterial[]) => {
    setKeys([...keys, ...added.map(uuid)]);
    onChange([...materials, ...added]);
  };
  const remove = (index: number) => {
    setKeys(keys.toSpliced(index, 1));
    onChange(materials.toSpliced(index, 1));
  };
  const addLabels = () => {
    const added: StatementMaterial[] = [];
    const left: string[] = [];
    let wrong: typeof problem = null;
    for (const text of labelsIn(label)) {
      const read = readMaterialLabel(text);
      if (typeof read === 'string') {
        wrong ??= PROBLEMS[read];
        left.push(text);
      } else if (materials.length + added.length >= STATEMENT_LIMITS.materials) left.push(text);
      else {
        // A material of the same article has the same name.
        const known = [...materials, ...added].find(({ gtin }) => gtin !== '' && gtin === read.gtin);
        added.push({ ...EMPTY, ...read, name: known?.name ?? '', maker: known?.maker ?? '' });
      }
    }
    if (added.length > 0) add(...added);
    setProblem(wrong);
    setLabel(left.join(' '));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (label.trim() !== '' && !isFull) addLabels();
  };
  const set = (index: number, changes: Partial<StatementMaterial>) =>
    onChange(materials.map((each, place) => (place === index ? { ...each, ...changes } : each)));
  return (
    <div className={classes.materials}>
      <div className={classes.scan}>
        <TextInput
          ref={scan}
          label={t('form.scan')}
          description={t('form.scanHint')}
          value={label}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          error={problem && t(`form.${problem}`)}
          onKeyDown={onKey}
          onChange={(event) => {
            setLabel(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </div>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" disabled={label.trim() === '' || isFull} onClick={addLabels}>
          {t('form.add')}
        </Button>
        <Button size="xs" variant="default" disabled={isFull} onClick={() => add(EMPTY)}>
          {t('form.addByHand')}
        </Button>
      </div>
      {materials.map((material, index) => (
        <Material
          key={keys[index]}
          n={index + 1}
          material={material}
          errorOf={(field) => errorOf(`materials.${index}.${field}`)}
          onChange={(changes) => set(index, changes)}
          onRemove={() => remove(index)}
        />
      ))}
    </div>
  );
}

interface MaterialProps {
  n: number;
  material: StatementMaterial;
  errorOf(field: keyof StatementMaterial): string | undefined;
  onChange(changes: Partial<StatementMaterial>): void;
  onRemove(): void;
}

function Material({ n, material, errorOf, onChange, onRemove }: MaterialProps) {
  const { t } = useTranslation('statements');
  return (
    <Fieldset
      className={classes.material}
      legend={
        <>
          {t('form.material', { n })}{' '}
          <CloseButton size="sm" aria-label={t('form.remove', { n })} onClick={onRemove} />
        </>
      }
    >
      <div className={classes.pair}>
        <TextInput
          label={t('fields.name')}
          value={material.name}
          maxLength={100}
          required
          error={errorOf('name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('fields.maker')}
          value={material.maker}
          maxLength={100}
          error={errorOf('maker')}
          onChange={(event) => onChange({ maker: event.currentTarget.value })}
        />
        <TextInput
          label={t('fields.lot')}
          value={material.lot}
          maxLength={60}
          required
          error={errorOf('lot')}
          onChange={(event) => onChange({ lot: event.currentTarget.value })}
        />
        <DayField
          label={t('fields.expiry')}
          value={material.expiry}
          error={errorOf('expiry')}
          onChange={(expiry) => onChange({ expiry })}
        />
        <TextInput
          label="GTIN"
          value={material.gtin}
          maxLength={14}
          pattern="\d{14}"
          inputMode="numeric"
          error={errorOf('gtin')}
          onChange={(event) => onChange({ gtin: event.currentTarget.value.trim() })}
        />
      </div>
      {material.expiry !== null && material.expiry < today() && (
        <p className={classes.expired} role="status">
          {t('form.expired')}
        </p>
      )}
    </Fieldset>
  );
}
