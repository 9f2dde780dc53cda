/** Something wrong in a content file, told as 'file: field: what is wrong', for an editor to put right. */
export class ContentProblem extends Error {
  constructor(file: string, field: string, wrong: string) {
    super(`${file}: ${field}: ${wrong}`);
    this.name = "ContentProblem";
  }
}
