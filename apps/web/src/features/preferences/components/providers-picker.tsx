import type { MediumProvider } from '@marquee/contracts';
import { withId } from '#src/lib/storage/store.ts';
import picker from './picker.module.css';
import css from './providers-picker.module.css';

/** All streaming services as check boxes, two per row: featured first, then additional. */
export function ProvidersPicker({
  services,
  chosen,
  onChange,
}: {
  services: readonly MediumProvider[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: Set<number>) => void;
}) {
  const groups = [
    { legend: 'Featured', items: services.filter((service) => service.featured) },
    { legend: 'Additional', items: services.filter((service) => !service.featured) },
  ].filter((group) => group.items.length > 0);

  return groups.map((group) => (
    <fieldset key={group.legend} className={css.group}>
      <legend className={css.legend}>{group.legend}</legend>
      <div className={css.items}>
        {group.items.map((service) => (
          <label key={service.id} className={`${picker.item} ${css.item}`}>
            <input
              type="checkbox"
              name="service"
              value={service.id}
              checked={chosen.has(service.id)}
              onChange={(event) => onChange(withId(chosen, service.id, event.target.checked))}
            />
            <img src={service.image} alt="" width={36} height={36} />
            <span>{service.name}</span>
            <i className={css.dot} aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  ));
}
