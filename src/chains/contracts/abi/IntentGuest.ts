// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const intentGuestAbi = [
  {
    "inputs": [
      {
        "internalType": "contract IntentWalletFactory",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "entrypoint",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "signer",
        "type": "address"
      },
      {
        "internalType": "string",
        "name": "brand",
        "type": "string"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "name": "InvalidPass",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "left",
        "type": "uint256"
      }
    ],
    "name": "NotEnoughGas",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "firstSender",
        "type": "address"
      },
      {
        "internalType": "uint256",
        "name": "validUntil",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "nowAt",
        "type": "uint256"
      }
    ],
    "name": "NotSeated",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "caller",
        "type": "address"
      }
    ],
    "name": "OnlySelf",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "shown",
        "type": "uint64"
      }
    ],
    "name": "PassOutdated",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Reentered",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "TolerantInBundle",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "uint256",
        "name": "index",
        "type": "uint256"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "indexed": false,
        "internalType": "bool",
        "name": "success",
        "type": "bool"
      },
      {
        "indexed": false,
        "internalType": "bytes",
        "name": "reason",
        "type": "bytes"
      }
    ],
    "name": "ElementDone",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "indexed": false,
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      }
    ],
    "name": "Seated",
    "type": "event"
  },
  {
    "inputs": [],
    "name": "ENTRYPOINT",
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
    "inputs": [],
    "name": "FACTORY",
    "outputs": [
      {
        "internalType": "contract IntentWalletFactory",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "GAS_RESERVE",
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
    "name": "PASS_TYPEHASH",
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
    "inputs": [],
    "name": "SIGNER",
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
    "inputs": [],
    "name": "WALLET",
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
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "name": "deployAndExecute",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "name": "deployAndExecuteAsExecutor",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "components": [
          {
            "internalType": "address",
            "name": "to",
            "type": "address"
          },
          {
            "internalType": "uint256",
            "name": "value",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bool",
            "name": "delegateCall",
            "type": "bool"
          },
          {
            "internalType": "bool",
            "name": "onlyFallback",
            "type": "bool"
          },
          {
            "internalType": "uint8",
            "name": "behaviorOnError",
            "type": "uint8"
          }
        ],
        "internalType": "struct Call[]",
        "name": "",
        "type": "tuple[]"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "name": "deployAndExecuteStrictly",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "address",
            "name": "owner",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "refundReceiver",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "executor",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "openAt",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "refundAt",
            "type": "uint64"
          },
          {
            "internalType": "uint256",
            "name": "salt",
            "type": "uint256"
          },
          {
            "internalType": "bytes32[]",
            "name": "batches",
            "type": "bytes32[]"
          }
        ],
        "internalType": "struct Config",
        "name": "config",
        "type": "tuple"
      },
      {
        "internalType": "address[]",
        "name": "",
        "type": "address[]"
      }
    ],
    "name": "deployAndRefund",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "deposit",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "execution",
        "type": "bytes"
      }
    ],
    "name": "depositAndExecute",
    "outputs": [
      {
        "internalType": "address",
        "name": "wallet",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "domainSeparator",
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
        "name": "caller",
        "type": "address"
      },
      {
        "internalType": "bool",
        "name": "seated",
        "type": "bool"
      },
      {
        "internalType": "bytes32",
        "name": "imageHash",
        "type": "bytes32"
      },
      {
        "internalType": "bytes",
        "name": "deposit",
        "type": "bytes"
      },
      {
        "internalType": "bytes",
        "name": "execution",
        "type": "bytes"
      }
    ],
    "name": "element",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "imageHash",
            "type": "bytes32"
          },
          {
            "internalType": "uint256",
            "name": "gasLimit",
            "type": "uint256"
          },
          {
            "internalType": "bytes",
            "name": "deposit",
            "type": "bytes"
          },
          {
            "internalType": "bytes",
            "name": "execution",
            "type": "bytes"
          }
        ],
        "internalType": "struct Execution[]",
        "name": "executions",
        "type": "tuple[]"
      }
    ],
    "name": "executeMany",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      }
    ],
    "name": "hashPass",
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
        "name": "relayer",
        "type": "address"
      }
    ],
    "name": "seats",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "relayer",
        "type": "address"
      },
      {
        "internalType": "uint64",
        "name": "validUntil",
        "type": "uint64"
      },
      {
        "internalType": "uint64",
        "name": "serial",
        "type": "uint64"
      },
      {
        "internalType": "bytes",
        "name": "signature",
        "type": "bytes"
      }
    ],
    "name": "show",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const intentGuestBytecode =
  '0x610120604052348015610010575f5ffd5b5060405161230738038061230783398101604081905261002f9161009a565b6001600160a01b0380861660805284811660a05283811660c052821660e05280516020820120610100525f610064828261021b565b5050505050506102d5565b6001600160a01b0381168114610083575f5ffd5b50565b634e487b7160e01b5f52604160045260245ffd5b5f5f5f5f5f60a086880312156100ae575f5ffd5b85516100b98161006f565b60208701519095506100ca8161006f565b60408701519094506100db8161006f565b60608701519093506100ec8161006f565b60808701519092506001600160401b03811115610107575f5ffd5b8601601f81018813610117575f5ffd5b80516001600160401b0381111561013057610130610086565b604051601f8201601f19908116603f011681016001600160401b038111828210171561015e5761015e610086565b6040528181528282016020018a1015610175575f5ffd5b8160208401602083015e5f602083830101528093505050509295509295909350565b600181811c908216806101ab57607f821691505b6020821081036101c957634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561021657805f5260205f20601f840160051c810160208510156101f45750805b601f840160051c820191505b81811015610213575f8155600101610200565b50505b505050565b81516001600160401b0381111561023457610234610086565b610248816102428454610197565b846101cf565b6020601f82116001811461027a575f83156102635750848201515b5f19600385901b1c1916600184901b178455610213565b5f84815260208120601f198516915b828110156102a95787850151825560209485019460019092019101610289565b50848210156102c657868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b60805160a05160c05160e05161010051611fc46103435f395f81816109f30152610c1501525f81816101ca015261067001525f818161030f0152610fa701525f818161020401528181610e0801526110ac01525f818161015601528181610e3901526110db0152611fc45ff3fe608060405234801561000f575f5ffd5b506004361061012f575f3560e01c80638ac2ffb5116100ad578063e1c498921161007d578063f0443e9911610063578063f0443e9914610331578063f53f325114610344578063f698da2514610357575f5ffd5b8063e1c49892146102f7578063e8eb3cc61461030a575f5ffd5b80638ac2ffb51461024c5780639ed21ae014610281578063a2558ddd14610294578063be880c81146102ee575f5ffd5b8063582abd12116101025780636d9cdbc6116100e85780636d9cdbc6146101ff578063868ba593146102265780638960332614610239575f5ffd5b8063582abd12146101c55780636d15908d146101ec575f5ffd5b806306fdde03146101335780632dd31000146101515780635317e9451461019d578063563b9642146101b0575b5f5ffd5b61013b61035f565b6040516101489190611762565b60405180910390f35b6101787f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff9091168152602001610148565b6101786101ab3660046117d2565b6103ea565b6101c36101be36600461189a565b610478565b005b6101787f000000000000000000000000000000000000000000000000000000000000000081565b6101c36101fa366004611957565b6105b5565b6101787f000000000000000000000000000000000000000000000000000000000000000081565b6101c36102343660046119ca565b6107cb565b610178610247366004611a09565b6108fb565b6102737fea36a72a70c9cd6436fa058d57b936a2bce18558bb9bacf76f4e99009f47bc6d81565b604051908152602001610148565b61027361028f366004611a83565b61098b565b6102cd6102a2366004611ac5565b60016020525f908152604090205467ffffffffffffffff808216916801000000000000000090041682565b6040805167ffffffffffffffff938416815292909116602083015201610148565b61027361753081565b610178610305366004611a09565b610a39565b6101787f000000000000000000000000000000000000000000000000000000000000000081565b61017861033f366004611a09565b610a9d565b610178610352366004611ae0565b610b01565b610273610c0f565b5f805461036b90611b3c565b80601f016020809104026020016040519081016040528092919081815260200182805461039790611b3c565b80156103e25780601f106103b9576101008083540402835291602001916103e2565b820191905f5260205f20905b8154815290600101906020018083116103c557829003601f168201915b505050505081565b5f6104147f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610c3e565b61044661042085610c85565b7f4d949e2700000000000000000000000000000000000000000000000000000000610dcb565b90506104717f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610f18565b9392505050565b3330146104b8576040517fa19dbf000000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b5f6104c38284611b87565b90507f61d59257000000000000000000000000000000000000000000000000000000007fffffffff00000000000000000000000000000000000000000000000000000000821601610540576040517f7cd6e49000000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b7fffffffff0000000000000000000000000000000000000000000000000000000081167fdb0d78c30000000000000000000000000000000000000000000000000000000014801561058f575086155b1561059d5761059d88610f22565b6105aa8686868686610f99565b505050505050505050565b73ffffffffffffffffffffffffffffffffffffffff85165f9081526001602052604090205467ffffffffffffffff680100000000000000009091048116908416811061065d576040517fbb368c3d00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8716600482015267ffffffffffffffff8086166024830152821660448201526064016104af565b5f61066987878761098b565b90506106977f0000000000000000000000000000000000000000000000000000000000000000828686611186565b6106ec576040517f5540563000000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff88166004820152602481018290526044016104af565b60408051808201825267ffffffffffffffff8089168252878116602080840191825273ffffffffffffffffffffffffffffffffffffffff8c165f818152600190925290859020935184549251841668010000000000000000027fffffffffffffffffffffffffffffffff000000000000000000000000000000009093169316929092171790915590517fd47a99e1a673f29f971724aba8696c12507a548e8c0e5c2a7a00293a7ec83b51906107ba908990899067ffffffffffffffff92831681529116602082015260400190565b60405180910390a250505050505050565b6107f47f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610c3e565b5f6107fd61139f565b90505f5b828110156108cc573684848381811061081c5761081c611bec565b905060200281019061082e9190611c19565b90505f3063563b9642338685356108486040880188611c55565b61085560608a018a611c55565b60405160240161086b9796959493929190611cfd565b604051602081830303815290604052915060e01b6020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff838183161783525050505090506108c283835f01358460200135846113d5565b5050600101610801565b50506108f77f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610f18565b5050565b5f6109257f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610c3e565b61095761093187610c85565b7f645381c400000000000000000000000000000000000000000000000000000000610dcb565b90506109827f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610f18565b95945050505050565b604080517fea36a72a70c9cd6436fa058d57b936a2bce18558bb9bacf76f4e99009f47bc6d602082015273ffffffffffffffffffffffffffffffffffffffff85169181019190915267ffffffffffffffff8084166060830152821660808201525f90610a31907f00000000000000000000000000000000000000000000000000000000000000009060a0016040516020818303038152906040528051906020012061154d565b949350505050565b5f610a637f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610c3e565b610a6b6115b1565b610957610a7787610c85565b7fdb0d78c300000000000000000000000000000000000000000000000000000000610dcb565b5f610ac77f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610c3e565b610acf6115b1565b610957610adb87610c85565b7f9e2a6da900000000000000000000000000000000000000000000000000000000610dcb565b5f610b2b7f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610c3e565b5f610b368385611b87565b90507fffffffff0000000000000000000000000000000000000000000000000000000081167f9e2a6da9000000000000000000000000000000000000000000000000000000001480610bc957507fffffffff0000000000000000000000000000000000000000000000000000000081167fdb0d78c300000000000000000000000000000000000000000000000000000000145b15610bd657610bd66115b1565b610be38787878787610f99565b9150506109827f80d48415b6bcf531232c7c855dbf7d330b34b547dd7a1b750dc325e14b4503ca610f18565b5f610c397f00000000000000000000000000000000000000000000000000000000000000006115c8565b905090565b805c15610c77576040517fb5dfd9e500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610c82816001611634565b50565b5f7fae74c267c29f92de737b2342967f225d5cf631489bf371c446c34a43c76d7d16610cb46020840184611ac5565b610cc46040850160208601611ac5565b610cd46060860160408701611ac5565b610ce46080870160608801611d5b565b610cf460a0880160808901611d5b565b60a0880135610d0660c08a018a611d74565b604051602001610d17929190611dd8565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe081840301815282825280516020918201209083019990995273ffffffffffffffffffffffffffffffffffffffff97881690820152948616606086015294909216608084015267ffffffffffffffff90811660a08401521660c082015260e0810191909152610100810191909152610120015b604051602081830303815290604052805190602001209050919050565b6040517f32c02a1400000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000081166004830152602482018490525f917f0000000000000000000000000000000000000000000000000000000000000000909116906332c02a14906044016020604051808303815f875af1158015610e81573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610ea59190611e18565b90505f5f368080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525050506020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1686179052509050610f11828261163b565b5092915050565b610c82815f611634565b73ffffffffffffffffffffffffffffffffffffffff81165f81815260016020526040908190205490517f177240c9000000000000000000000000000000000000000000000000000000008152600481019290925232602483015267ffffffffffffffff1660448201524260648201526084016104af565b5f831561106f575f5f6110027f00000000000000000000000000000000000000000000000000000000000000005f89898080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920191909152505050505a61165b565b915091508115801561105e57507f2af71f100000000000000000000000000000000000000000000000000000000061103982611e33565b7fffffffff000000000000000000000000000000000000000000000000000000001614155b1561106c5761106c8161167f565b50505b6040517f32c02a1400000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000081166004830152602482018890527f000000000000000000000000000000000000000000000000000000000000000016906332c02a14906044016020604051808303815f875af1158015611121573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906111459190611e18565b90506109828184848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061163b92505050565b5f6041821480156111ac575073ffffffffffffffffffffffffffffffffffffffff851615155b1561128f575f5f5f6111be8686611687565b919450925090507f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0811180159061127a5750604080515f81526020810180835289905260ff851691810191909152606081018390526080810182905273ffffffffffffffffffffffffffffffffffffffff89169060019060a0016020604051602081039080840390855afa158015611258573d5f5f3e3d5ffd5b5050506020604051035173ffffffffffffffffffffffffffffffffffffffff16145b1561128b5760019350505050610a31565b5050505b8473ffffffffffffffffffffffffffffffffffffffff163b5f036112b457505f610a31565b5f8484846040516024016112ca93929190611e9f565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0818403018152919052602080820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e0000000000000000000000000000000000000000000000000000000017815282519293505f9283926208647092909184918c85fa9250601f3d1115611366575f5191505b82801561139257507f1626ba7e0000000000000000000000000000000000000000000000000000000082145b9998505050505050505050565b5f33321480156113ae5750333b155b8015610c39575050335f9081526001602052604090205467ffffffffffffffff1642111590565b5f617530603f6113e6856040611ee5565b6113f09190611efc565b6113fa9190611f34565b9050805a10156114dc575f7f9fa7298200000000000000000000000000000000000000000000000000000000825a60405160248101929092526044820152606401604051602081830303815290604052907bffffffffffffffffffffffffffffffffffffffffffffffffffffffff19166020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff8381831617835250505050905084867fa0515901dc789495ac53c23563d1499e979c688726cbecb59001f187db4fa9b55f846040516114cd929190611f47565b60405180910390a35050611547565b5f5f6114ea305f868861165b565b9150915085877fa0515901dc789495ac53c23563d1499e979c688726cbecb59001f187db4fa9b5848561151d578461152d565b60405180602001604052805f8152505b60405161153b929190611f47565b60405180910390a35050505b50505050565b5f611557836115c8565b6040517f190100000000000000000000000000000000000000000000000000000000000060208201526022810191909152604281018390526062016040516020818303038152906040528051906020012090505b92915050565b6115b961139f565b6115c6576115c633610f22565b565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081018290527fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc660608201524660808201523060a08201525f9060c001610dae565b80825d5050565b5f5f611649845f855a61165b565b9150915081611547576115478161167f565b5f60605f5f855160208701888a88f191506116746116e1565b905094509492505050565b805160208201fd5b5f5f5f8484604081811061169d5761169d611bec565b919091013560f81c90506116b460205f8789611f61565b6116bd91611f88565b6116cb60406020888a611f61565b6116d491611f88565b9250925092509250925092565b60606102003d818111156116f25750805b6040519250808352601f19601f8201166020840101604052805f602085013e505090565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6104716020830184611716565b5f60e08284031215611784575f5ffd5b50919050565b5f5f83601f84011261179a575f5ffd5b50813567ffffffffffffffff8111156117b1575f5ffd5b6020830191508360208260051b85010111156117cb575f5ffd5b9250929050565b5f5f5f604084860312156117e4575f5ffd5b833567ffffffffffffffff8111156117fa575f5ffd5b61180686828701611774565b935050602084013567ffffffffffffffff811115611822575f5ffd5b61182e8682870161178a565b9497909650939450505050565b73ffffffffffffffffffffffffffffffffffffffff81168114610c82575f5ffd5b5f5f83601f84011261186c575f5ffd5b50813567ffffffffffffffff811115611883575f5ffd5b6020830191508360208285010111156117cb575f5ffd5b5f5f5f5f5f5f5f60a0888a0312156118b0575f5ffd5b87356118bb8161183b565b9650602088013580151581146118cf575f5ffd5b955060408801359450606088013567ffffffffffffffff8111156118f1575f5ffd5b6118fd8a828b0161185c565b909550935050608088013567ffffffffffffffff81111561191c575f5ffd5b6119288a828b0161185c565b989b979a50959850939692959293505050565b803567ffffffffffffffff81168114611952575f5ffd5b919050565b5f5f5f5f5f6080868803121561196b575f5ffd5b85356119768161183b565b94506119846020870161193b565b93506119926040870161193b565b9250606086013567ffffffffffffffff8111156119ad575f5ffd5b6119b98882890161185c565b969995985093965092949392505050565b5f5f602083850312156119db575f5ffd5b823567ffffffffffffffff8111156119f1575f5ffd5b6119fd8582860161178a565b90969095509350505050565b5f5f5f5f5f60808688031215611a1d575f5ffd5b853567ffffffffffffffff811115611a33575f5ffd5b611a3f88828901611774565b955050602086013567ffffffffffffffff811115611a5b575f5ffd5b611a678882890161178a565b9699909850959660408101359660609091013595509350505050565b5f5f5f60608486031215611a95575f5ffd5b8335611aa08161183b565b9250611aae6020850161193b565b9150611abc6040850161193b565b90509250925092565b5f60208284031215611ad5575f5ffd5b81356104718161183b565b5f5f5f5f5f60608688031215611af4575f5ffd5b85359450602086013567ffffffffffffffff811115611b11575f5ffd5b611b1d8882890161185c565b909550935050604086013567ffffffffffffffff8111156119ad575f5ffd5b600181811c90821680611b5057607f821691505b602082108103611784577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b80357fffffffff000000000000000000000000000000000000000000000000000000008116906004841015610f11577fffffffff00000000000000000000000000000000000000000000000000000000808560040360031b1b82161691505092915050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f82357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff81833603018112611c4b575f5ffd5b9190910192915050565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112611c88575f5ffd5b83018035915067ffffffffffffffff821115611ca2575f5ffd5b6020019150368190038213156117cb575f5ffd5b81835281816020850137505f602082840101525f60207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f840116840101905092915050565b73ffffffffffffffffffffffffffffffffffffffff88168152861515602082015285604082015260a060608201525f611d3a60a083018688611cb6565b8281036080840152611d4d818587611cb6565b9a9950505050505050505050565b5f60208284031215611d6b575f5ffd5b6104718261193b565b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe1843603018112611da7575f5ffd5b83018035915067ffffffffffffffff821115611dc1575f5ffd5b6020019150600581901b36038213156117cb575f5ffd5b5f7f07ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff831115611e05575f5ffd5b8260051b80858437919091019392505050565b5f60208284031215611e28575f5ffd5b81516104718161183b565b805160208201517fffffffff00000000000000000000000000000000000000000000000000000000811691906004821015611e98577fffffffff00000000000000000000000000000000000000000000000000000000808360040360031b1b82161692505b5050919050565b838152604060208201525f610982604083018486611cb6565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820281158282048414176115ab576115ab611eb8565b5f82611f2f577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b808201808211156115ab576115ab611eb8565b8215158152604060208201525f610a316040830184611716565b5f5f85851115611f6f575f5ffd5b83861115611f7b575f5ffd5b5050820193919092039150565b803560208310156115ab577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff602084900360031b1b169291505056' as const
