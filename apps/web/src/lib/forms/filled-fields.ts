/** The types of fields that password managers fill in. React leaves the attribute of a number alone while it is typed. */
const FILLED = /^(text|email|password|tel)$/;

/** Sets the value past React, which replaces the property of each field with its own. */
function setBehindReact(field: HTMLInputElement, value: string): void {
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  property?.set?.call(field, value);
}

/**
 * Tells React of values that a program filled in without an event. React writes the value that it knows into the attribute
 * `value`, so a field whose value differs from it was filled in by something else. React ignores an event whose value it
 * has seen already, as it has when a script of the page set it, so it first sees another one.
 */
export function adoptFilledFields(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll('input')) {
    const { value } = field;
    if (!FILLED.test(field.type) || field.readOnly || value === '' || value === field.defaultValue) continue;
    field.value = '';
    setBehindReact(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
