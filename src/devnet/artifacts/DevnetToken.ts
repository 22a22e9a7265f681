// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const devnetTokenAbi = [
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "name_",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "symbol_",
        "type": "string"
      },
      {
        "internalType": "uint8",
        "name": "decimals_",
        "type": "uint8"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [],
    "name": "ECDSAInvalidSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "length",
        "type": "uint256"
      }
    ],
    "name": "ECDSAInvalidSignatureLength",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "ECDSAInvalidSignatureS",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "allowance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "ERC20InsufficientAllowance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "ERC20InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "approver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidApprover",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "receiver",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidReceiver",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "sender",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidSender",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "ERC20InvalidSpender",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      }
    ],
    "name": "ERC2612ExpiredSignature",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      }
    ],
    "name": "ERC2612InvalidSigner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "currentNonce",
        "type": "uint256"
      }
    ],
    "name": "InvalidAccountNonce",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidShortString",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotMinter",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotOwner",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "str",
        "type": "string"
      }
    ],
    "name": "StringTooLong",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Approval",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [],
    "name": "EIP712DomainChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "Transfer",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "DOMAIN_SEPARATOR",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      }
    ],
    "name": "allowance",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "approve",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "balanceOf",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "burn",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "decimals",
    "outputs": [
      {
        "internalType": "uint8",
        "name": "",
        "type": "uint8"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "eip712Domain",
    "outputs": [
      {
        "internalType": "bytes1",
        "name": "fields",
        "type": "bytes1"
      },
      {
        "internalType": "string",
        "name": "name",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "version",
        "type": "string"
      },
      {
        "internalType": "uint256",
        "name": "chainId",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "verifyingContract",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "salt",
        "type": "bytes32"
      },
      {
        "internalType": "uint256[]",
        "name": "extensions",
        "type": "uint256[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "isMinter",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "amount",
        "type": "uint256"
      }
    ],
    "name": "mint",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "name",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      }
    ],
    "name": "nonces",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "owner",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "owner",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "spender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "deadline",
        "type": "uint256"
      },
      {
        "internalType": "uint8",
        "name": "v",
        "type": "uint8"
      },
      {
        "internalType": "bytes32",
        "name": "r",
        "type": "bytes32"
      },
      {
        "internalType": "bytes32",
        "name": "s",
        "type": "bytes32"
      }
    ],
    "name": "permit",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      },
      {
        "internalType": "bool",
        "name": "allowed",
        "type": "bool"
      }
    ],
    "name": "setMinter",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "symbol",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "totalSupply",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transfer",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "from",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "to",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "value",
        "type": "uint256"
      }
    ],
    "name": "transferFrom",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const devnetTokenBytecode =
  '0x6101a0604052348015610010575f5ffd5b506040516119a23803806119a283398101604081905261002f9161022b565b6040805180820190915260018152603160f81b602082015283908190838286600361005a838261032c565b506004610067828261032c565b505033608081905260ff90921660a052505f908152600560205260409020805460ff1916600117905561009982610148565b610160526100a681610148565b61018052815160208084019190912061012052815190820120610140524660e0526101346101205161014051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60c052505030610100525061043e92505050565b5f5f829050601f8151111561017b578260405163305a27a960e01b815260040161017291906103e6565b60405180910390fd5b80516101868261041b565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b5f82601f8301126101b1575f5ffd5b81516001600160401b038111156101ca576101ca61018e565b604051601f8201601f19908116603f011681016001600160401b03811182821017156101f8576101f861018e565b60405281815283820160200185101561020f575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b5f5f5f6060848603121561023d575f5ffd5b83516001600160401b03811115610252575f5ffd5b61025e868287016101a2565b602086015190945090506001600160401b0381111561027b575f5ffd5b610287868287016101a2565b925050604084015160ff8116811461029d575f5ffd5b809150509250925092565b600181811c908216806102bc57607f821691505b6020821081036102da57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561032757805f5260205f20601f840160051c810160208510156103055750805b601f840160051c820191505b81811015610324575f8155600101610311565b50505b505050565b81516001600160401b038111156103455761034561018e565b6103598161035384546102a8565b846102e0565b6020601f82116001811461038b575f83156103745750848201515b5f19600385901b1c1916600184901b178455610324565b5f84815260208120601f198516915b828110156103ba578785015182556020948501946001909201910161039a565b50848210156103d757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b805160208083015191908110156102da575f1960209190910360031b1b16919050565b60805160a05160c05160e05161010051610120516101405161016051610180516114f86104aa5f395f610b9701525f610b6c01525f610a6101525f610a3901525f61099401525f6109be01525f6109e801525f6101a001525f8181610262015261059b01526114f85ff3fe608060405234801561000f575f5ffd5b506004361061012f575f3560e01c80637ecebe00116100ad578063a9059cbb1161007d578063cf456ae711610063578063cf456ae7146102e6578063d505accf146102f9578063dd62ed3e1461030c575f5ffd5b8063a9059cbb146102b1578063aa271e1a146102c4575f5ffd5b80637ecebe001461022f57806384b0196e146102425780638da5cb5b1461025d57806395d89b41146102a9575f5ffd5b8063313ce5671161010257806340c10f19116100e857806340c10f19146101d257806342966c68146101e757806370a08231146101fa575f5ffd5b8063313ce567146101995780633644e515146101ca575f5ffd5b806306fdde0314610133578063095ea7b31461015157806318160ddd1461017457806323b872dd14610186575b5f5ffd5b61013b610351565b60405161014891906111d9565b60405180910390f35b61016461015f36600461121a565b6103e1565b6040519015158152602001610148565b6002545b604051908152602001610148565b610164610194366004611242565b6103fa565b60405160ff7f0000000000000000000000000000000000000000000000000000000000000000168152602001610148565b610178610422565b6101e56101e036600461121a565b61042b565b005b6101e56101f536600461127c565b610488565b610178610208366004611293565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b61017861023d366004611293565b6104df565b61024a610509565b60405161014897969594939291906112ac565b6102847f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610148565b61013b610567565b6101646102bf36600461121a565b610576565b6101646102d2366004611293565b60056020525f908152604090205460ff1681565b6101e56102f436600461136b565b610583565b6101e56103073660046113a4565b610649565b61017861031a366004611411565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b60606003805461036090611442565b80601f016020809104026020016040519081016040528092919081815260200182805461038c90611442565b80156103d75780601f106103ae576101008083540402835291602001916103d7565b820191905f5260205f20905b8154815290600101906020018083116103ba57829003601f168201915b5050505050905090565b5f336103ee8185856107f2565b60019150505b92915050565b5f33610407858285610804565b6104128585856108d2565b506001949350505050565b905090565b5f61041d61097b565b335f9081526005602052604090205460ff1661047a576040517f361c31f20000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b6104848282610ab1565b5050565b335f9081526005602052604090205460ff166104d2576040517f361c31f2000000000000000000000000000000000000000000000000000000008152336004820152602401610471565b6104dc3382610b0b565b50565b73ffffffffffffffffffffffffffffffffffffffff81165f908152600860205260408120546103f4565b5f6060805f5f5f606061051a610b65565b610522610b90565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b60606004805461036090611442565b5f336103ee8185856108d2565b3373ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016146105f4576040517f245aecd3000000000000000000000000000000000000000000000000000000008152336004820152602401610471565b73ffffffffffffffffffffffffffffffffffffffff919091165f90815260056020526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016911515919091179055565b83421115610686576040517f6279130200000000000000000000000000000000000000000000000000000000815260048101859052602401610471565b5f7f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c98888886106de8c73ffffffffffffffffffffffffffffffffffffffff165f90815260086020526040902080546001810190915590565b60408051602081019690965273ffffffffffffffffffffffffffffffffffffffff94851690860152929091166060840152608083015260a082015260c0810186905260e0016040516020818303038152906040528051906020012090505f61074582610bbb565b90505f61075482878787610c02565b90508973ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff16146107db576040517f4b800e4600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff80831660048301528b166024820152604401610471565b6107e68a8a8a6107f2565b50505050505050505050565b6107ff8383836001610c2e565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f908152600160209081526040808320938616835292905220547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8110156108cc57818110156108be576040517ffb8f41b200000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff841660048201526024810182905260448101839052606401610471565b6108cc84848484035f610c2e565b50505050565b73ffffffffffffffffffffffffffffffffffffffff8316610921576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610471565b73ffffffffffffffffffffffffffffffffffffffff8216610970576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610471565b6107ff838383610d73565b5f3073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000161480156109e057507f000000000000000000000000000000000000000000000000000000000000000046145b15610a0a57507f000000000000000000000000000000000000000000000000000000000000000090565b61041d604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610b00576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610471565b6104845f8383610d73565b73ffffffffffffffffffffffffffffffffffffffff8216610b5a576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610471565b610484825f83610d73565b606061041d7f0000000000000000000000000000000000000000000000000000000000000000610f1a565b606061041d7f0000000000000000000000000000000000000000000000000000000000000000610f1a565b5f6103f4610bc761097b565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f5f5f5f610c1288888888610f57565b925092509250610c22828261104a565b50909695505050505050565b73ffffffffffffffffffffffffffffffffffffffff8416610c7d576040517fe602df050000000000000000000000000000000000000000000000000000000081525f6004820152602401610471565b73ffffffffffffffffffffffffffffffffffffffff8316610ccc576040517f94280d620000000000000000000000000000000000000000000000000000000081525f6004820152602401610471565b73ffffffffffffffffffffffffffffffffffffffff8085165f90815260016020908152604080832093871683529290522082905580156108cc578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92584604051610d6591815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316610daa578060025f828254610d9f9190611493565b90915550610e5a9050565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526020819052604090205481811015610e2f576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810182905260448101839052606401610471565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff8216610e8357600280548290039055610eae565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef83604051610f0d91815260200190565b60405180910390a3505050565b60605f610f268361114d565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115610f9057505f91506003905082611040565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015610fe1573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff811661103757505f925060019150829050611040565b92505f91508190505b9450945094915050565b5f82600381111561105d5761105d6114cb565b03611066575050565b600182600381111561107a5761107a6114cb565b036110b1576040517ff645eedf00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60028260038111156110c5576110c56114cb565b036110ff576040517ffce698f700000000000000000000000000000000000000000000000000000000815260048101829052602401610471565b6003826003811115611113576111136114cb565b03610484576040517fd78bce0c00000000000000000000000000000000000000000000000000000000815260048101829052602401610471565b5f60ff8216601f8111156103f4576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6111eb602083018461118d565b9392505050565b803573ffffffffffffffffffffffffffffffffffffffff81168114611215575f5ffd5b919050565b5f5f6040838503121561122b575f5ffd5b611234836111f2565b946020939093013593505050565b5f5f5f60608486031215611254575f5ffd5b61125d846111f2565b925061126b602085016111f2565b929592945050506040919091013590565b5f6020828403121561128c575f5ffd5b5035919050565b5f602082840312156112a3575f5ffd5b6111eb826111f2565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f6112e660e083018961118d565b82810360408401526112f8818961118d565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b8181101561135a57835183526020938401939092019160010161133c565b50909b9a5050505050505050505050565b5f5f6040838503121561137c575f5ffd5b611385836111f2565b915060208301358015158114611399575f5ffd5b809150509250929050565b5f5f5f5f5f5f5f60e0888a0312156113ba575f5ffd5b6113c3886111f2565b96506113d1602089016111f2565b95506040880135945060608801359350608088013560ff811681146113f4575f5ffd5b9699959850939692959460a0840135945060c09093013592915050565b5f5f60408385031215611422575f5ffd5b61142b836111f2565b9150611439602084016111f2565b90509250929050565b600181811c9082168061145657607f821691505b60208210810361148d577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b808201808211156103f4577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd' as const
