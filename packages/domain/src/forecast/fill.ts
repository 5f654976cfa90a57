/** How much of something was used at a time: `at` epoch ms; `used` in any unit, mostly bytes. */
export interface Fill {
  at: number;
  used: number;
}
