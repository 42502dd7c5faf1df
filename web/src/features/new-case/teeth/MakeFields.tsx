import type { LastUsed } from '@cusp/contract/drafts';
import { DRAFT_LIMITS } from '@cusp/contract/limits';
import { materialsFor, shadeNeed, stumpShadeMatters } from '@cusp/dental/restoration-choices';
import { isMaterial } from '@cusp/dental/restorations';
import { STUMP_SHADES, VITA_3D_MASTER, VITA_CLASSICAL } from '@cusp/dental/shades';
import { Autocomplete, type AutocompleteProps, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../ui/OptionalLabel.tsx';
import { rowField } from '../field-ids.ts';
import { oneLine, type Row } from '../form-fields.ts';
import classes from './teeth.module.css';

interface Props {
  row: Row;
  /** The latest order of this type to the recipient; offered first, but not filled in automatically. */
  last: LastUsed | undefined;
  onChange(make: Partial<Pick<Row, 'material' | 'shade' | 'stumpShade'>>): void;
  materialError: string | null;
  shadeError: string | null;
}

/** Material, and the shades that it needs. */
export function MakeFields({ row, last, onChange, materialError, shadeError }: Props) {
  const { t } = useTranslation(['new-case', 'dental']);
  const materials = materialsFor(row.type).map((value) => ({
    value: value as string,
    label: t(`dental:materials.${value}`),
  }));
  if (row.material && !isMaterial(row.material)) materials.push({ value: row.material, label: row.material });
  const usual = last && materials.find(({ value }) => value === last.material);
  const shades = [last?.shade, last?.stumpShade].filter(Boolean);
  const first =
    usual && shades.length > 0 ? { value: LAST, label: [usual.label, ...shades].join(' · ') } : usual;
  // Each shade is listed once.
  const isOther = (shade: string) => shade !== last?.shade;
  const need = row.material ? shadeNeed(row.type, row.material) : 'none';
  return (
    <div className={classes.make}>
      <Select
        id={rowField(row.key, 'material')}
        required
        label={t('dental:words.material')}
        placeholder={t('restoration.choose')}
        data={
          first
            ? [
                { group: t('restoration.lastUsed'), items: [first] },
                { group: t('dental:words.material'), items: materials.filter((each) => each !== first) },
              ]
            : materials
        }
        value={row.material}
        onChange={(material) => {
          if (material === LAST && last) return onChange(makeOf(last));
          if (material) onChange({ material });
        }}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        error={materialError}
      />
      {need !== 'none' && (
        <ShadeField
          id={rowField(row.key, 'shade')}
          required={need !== 'optional'}
          label={
            need === 'optional' ? <OptionalLabel text={t('dental:words.shade')} /> : t('dental:words.shade')
          }
          placeholder={t('restoration.shadeHint')}
          data={[
            ...(last?.shade ? [{ group: t('restoration.lastUsed'), items: [last.shade] }] : []),
            { group: t('dental:shadeGuides.classical'), items: VITA_CLASSICAL.filter(isOther) },
            { group: t('dental:shadeGuides.master3d'), items: VITA_3D_MASTER.filter(isOther) },
          ]}
          value={row.shade}
          onChange={(shade) => onChange({ shade: oneLine(shade) })}
          error={shadeError}
        />
      )}
      {stumpShadeMatters(row.type, row.material) && (
        <ShadeField
          id={rowField(row.key, 'stump')}
          label={<OptionalLabel text={t('dental:words.stumpShade')} />}
          placeholder="ND1 – ND9"
          data={[{ group: t('dental:shadeGuides.stump'), items: [...STUMP_SHADES] }]}
          value={row.stumpShade}
          onChange={(stumpShade) => onChange({ stumpShade: oneLine(stumpShade) })}
        />
      )}
    </div>
  );
}

/** The value of the entry that fills in material and shades at once. */
const LAST = 'last used';

const makeOf = ({ material, shade, stumpShade }: LastUsed) => ({ material, shade, stumpShade });

/** Any text; shade guides are suggestions. */
function ShadeField(props: AutocompleteProps) {
  return (
    <Autocomplete maxLength={DRAFT_LIMITS.shade} maxDropdownHeight={280} autoComplete="off" {...props} />
  );
}
