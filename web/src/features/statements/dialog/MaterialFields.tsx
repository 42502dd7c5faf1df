import type { StatementMaterial } from '@cusp/contract/statements';
import { STATEMENT_LIMITS } from '@cusp/contract/statements.routes';
import { labelsIn, readMaterialLabel } from '@cusp/dental/udi/gs1';
import { Button, CloseButton, Fieldset, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuid } from '../../../client/uuid.ts';
import { DayField } from '../../../ui/days/DayField.tsx';
import { today } from '../../../ui/days/days.ts';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { useFieldMessages } from '../../../ui/use-field-messages.ts';
import classes from '../statements.module.css';
import { RefusedLabel } from './RefusedLabel.tsx';

const EMPTY: StatementMaterial = { name: '', maker: '', lot: '', expiry: null, gtin: '' };

/** A label that could not be read; it stays until the person adds it corrected or removes it. */
interface Refused {
  key: string;
  text: string;
  problem: (typeof PROBLEMS)[keyof typeof PROBLEMS];
  tries: number;
}

const PROBLEMS = { no_lot: 'notRead', wrong_check_digit: 'wrongDigit', wrong_date: 'wrongDate' } as const;

interface Props {
  materials: readonly StatementMaterial[];
  errorOf(field: string): string | undefined;
  onChange(materials: StatementMaterial[]): void;
}

/**
 * The lots in a device. A barcode reader types into the first field and ends with Enter; a label that cannot be read
 * gets a separate field, so that the next one does not replace it.
 */
export function MaterialFields({ materials, errorOf, onChange }: Props) {
  const { t } = useTranslation('statements');
  const [label, setLabel] = useState('');
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  /** Identifies the fields of each material, because equal lots can be in a device twice. */
  const [keys, setKeys] = useState(() => materials.map(uuid));
  const isFull = materials.length >= STATEMENT_LIMITS.materials;
  const scan = useRef<HTMLInputElement>(null);
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
  /** Adds the labels in a text and returns what is left of it: refused, or more than there may be. */
  const addLabels = (typed: string) => {
    const added: StatementMaterial[] = [];
    const wrong: Refused[] = [];
    const left: string[] = [];
    for (const text of labelsIn(typed)) {
      const read = readMaterialLabel(text);
      if (typeof read === 'string') wrong.push({ key: uuid(), text, problem: PROBLEMS[read], tries: 0 });
      else if (materials.length + added.length >= STATEMENT_LIMITS.materials) left.push(text);
      else {
        // Materials of the same article have the same name.
        const known = [...materials, ...added].find(({ gtin }) => gtin !== '' && gtin === read.gtin);
        added.push({ ...EMPTY, ...read, name: known?.name ?? '', maker: known?.maker ?? '' });
      }
    }
    if (added.length > 0) add(...added);
    return { wrong, left: left.join(' ') };
  };
  const addScanned = () => {
    const { wrong, left } = addLabels(label);
    setRefused([...refused, ...wrong]);
    setLabel(left);
    scan.current?.focus();
  };
  const addCorrected = ({ key, text, tries }: Refused) => {
    const { wrong, left } = addLabels(text);
    // The first one that is still wrong keeps its field.
    const [first, ...others] = wrong;
    const rest = [...(first ? [{ ...first, key, tries: tries + 1 }] : []), ...others];
    setRefused(refused.flatMap((each) => (each.key === key ? rest : [each])));
    if (left) setLabel(`${label} ${left}`.trim());
    if (!first) scan.current?.focus();
  };
  const dismiss = (key: string) => {
    setRefused(refused.filter((each) => each.key !== key));
    scan.current?.focus();
  };
  const message = useFieldMessages();
  const mayAdd = label.trim() !== '' && !isFull;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (mayAdd) addScanned();
  };
  const set = (index: number, changes: Partial<StatementMaterial>) =>
    onChange(materials.map((each, place) => (place === index ? { ...each, ...changes } : each)));
  return (
    <div className={classes.materials}>
      <TextInput
        {...message('scan')}
        ref={scan}
        label={t('form.scan')}
        description={t('form.scanHint')}
        value={label}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={onKey}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button size="xs" variant="default" disabled={!mayAdd} onClick={addScanned}>
          {t('form.add')}
        </Button>
        <Button size="xs" variant="default" disabled={isFull} onClick={() => add(EMPTY)}>
          {t('form.addByHand')}
        </Button>
      </div>
      {refused.map((each, index) => (
        <RefusedLabel
          key={each.key}
          n={index + 1}
          tries={each.tries}
          text={each.text}
          problem={t(`form.${each.problem}`)}
          isFull={isFull}
          onChange={(text) =>
            setRefused(refused.map((other) => (other === each ? { ...each, text } : other)))
          }
          onAdd={() => addCorrected(each)}
          onRemove={() => dismiss(each.key)}
        />
      ))}
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
  const message = useFieldMessages();
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
          {...message('name', errorOf('name'))}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label={<OptionalLabel text={t('fields.maker')} />}
          value={material.maker}
          maxLength={100}
          {...message('maker', errorOf('maker'))}
          onChange={(event) => onChange({ maker: event.currentTarget.value })}
        />
        <TextInput
          label={t('fields.lot')}
          value={material.lot}
          maxLength={60}
          required
          {...message('lot', errorOf('lot'))}
          onChange={(event) => onChange({ lot: event.currentTarget.value })}
        />
        <DayField
          label={<OptionalLabel text={t('fields.expiry')} />}
          value={material.expiry}
          error={errorOf('expiry')}
          onChange={(expiry) => onChange({ expiry })}
        />
        <TextInput
          label={<OptionalLabel text="GTIN" />}
          value={material.gtin}
          maxLength={14}
          pattern="\d{14}"
          title={t('form.gtinDigits')}
          inputMode="numeric"
          {...message('gtin', errorOf('gtin'))}
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
