// What the user has chosen, and who wants to know: one place for all parts of the page.

export class State {
  constructor(values) {
    this.values = values;
    this.listeners = [];
  }

  get(name) {
    return this.values[name];
  }

  set(changes) {
    Object.assign(this.values, changes);
    for (const { names, told } of this.listeners)
      if (names.some((name) => name in changes)) told();
  }

  /** Calls `told` after a change of any of these. */
  on(names, told) {
    this.listeners.push({ names, told });
  }
}
