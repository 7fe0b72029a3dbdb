export const genderWords: Readonly<Record<number, string>> = {
  0: 'Not known',
  1: 'Male',
  2: 'Female',
  9: 'Not applicable',
}

export const maritalWords: Readonly<Record<number, string>> = {
  0: 'Not known',
  1: 'Single',
  2: 'Married',
  3: 'Domestic partnership',
  4: 'Separated',
  5: 'Divorced',
  6: 'Widowed',
}

/** Fields as a person calls them. */
export const fieldWords: Readonly<Record<string, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  emailAddress: 'E-mail',
  nickname: 'What you call them',
  birthDate: 'Birthday',
  phone: 'Mobile number',
  clientAnniversary: 'Client since',
  gender: 'Gender',
  maritalStatus: 'Marital status',
  address1: 'Address',
  address2: 'Address, second line',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
}
